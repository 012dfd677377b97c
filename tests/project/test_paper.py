"The paper says what the stored tables and the results pages say, and cites what its list of references has."
import re
from pathlib import Path

import pandas as pd
from notebooks import cells_of
import pytest
import yaml
from symbayes.metrics.intervals import holm

numeral = r'\d+(?:\.\d+)?(?<=\d)'
# a sentence of the paper, the page whose answer has the same numbers, and its words there
answers = {
    'Of {} claims {} are reproduced': ('20_reproduce', 'Of {} claims {} are reproduced'),
    'lowers the test log likelihood of mean field by {} nats per point, and by {} if the last layer is sampled given its features.':
        ('01_wide_nets', 'lowers its test log likelihood by {} nats per point, and by {} if the last layer is sampled given its features.'),
    "closes at least {} % of mean field's gap to the log evidence, symmetrised training alone at most {} %":
        ('02_moving', "closes at least {} % of mean field's gap to the log evidence, symmetrised training alone at most {} %"),
    'alignment leaves {} to {} % of the loss barrier': ('10_rossi', 'After alignment {} to {} % of it are left between perceptrons'),
    'it leaves {} % after six epochs and {} % after twelve': ('10_rossi', 'it leaves {} % after six epochs and {} % after twelve'),
    'In {} comparisons with other libraries it is better in {} and worse in {}; {} are open':
        ('17_benchmarks', 'In {} comparisons with other libraries it is better in {} and worse in {}; {} are open'),
    'Beside the samplers NUTS and MILE it is better in {} of {}.': ('17_benchmarks', 'Beside the samplers NUTS and MILE it is better in {} of {}.'),
    'the classifier is behind logistic regression on {} of {} tables': ('27_tables', 'behind logistic regression on {} of {} tables'),
    'p = {} in one test among {} of our chains and {} adjusted': ('27_tables', 'p = {} in one test among {} of our chains and {} adjusted'),
    'in {} of {} runs the modes hardly overlap': ('06_mnist', 'In {} of {} runs the modes hardly overlap')}

gains = 'by {} ± {} nats per row on yacht, {} ± {} on energy and {} ± {} on concrete'
wine = 'they gain {} ± {} over {} splits', 'Gaussian chains have -{} ± {} there over {} splits'


@pytest.fixture(scope='module')
def paper(root) -> str: return (root/'paper/paper.md').read_text(encoding='utf-8')

def body(paper: str) -> str: return paper.split('---\n', 2)[2]

def pattern(sentence: str) -> str: return re.escape(sentence).replace(r'\{\}', f'({numeral})')

def numbers(sentence: str, text: str) -> list[float]:
    "Numbers of a sentence of a text"
    found = set(re.findall(pattern(sentence), text))
    assert len(found)==1, sentence
    return [float(n) for n in found.pop()]

def printed(page: Path) -> str:
    "Text that the cells of a page print"
    outputs = [o for c in cells_of(page) for o in c.get('outputs', [])]
    found = [''.join(o.get('text', o.get('data', {}).get('text/markdown', ''))) for o in outputs]
    return ' '.join(' '.join(found).split())

@pytest.mark.parametrize('sentence', answers)
def test_a_sentence_has_the_numbers_of_its_page(root, paper, sentence):
    page, there = answers[sentence]
    assert numbers(sentence, paper)==numbers(there, printed(root/f'nbs/experiments/{page}.ipynb'))

def stored(root, name: str) -> pd.DataFrame: return pd.read_csv(root/f'symbayes/results/benchmarks/{name}.csv', comment='#')

def test_gains_on_tables(root, paper):
    "Chains with Student-t noise minus Monte Carlo dropout, ahead after the adjustment over both kinds of chains"
    table = stored(root, 'tables_published')
    table = table[table.method.str.startswith('sampled')]
    ours = table.assign(adjusted=holm(table.p))[lambda t: t.method=='sampled, noise by input, Student-t'].set_index('data')
    named = ['yacht', 'energy', 'concrete']
    assert numbers(gains, paper)==[round(ours.loc[d, c], 2) for d in named for c in ('difference', 'half')]
    assert sorted(ours.index[ours.adjusted<.05])==sorted(named)

@pytest.mark.defect('T2')
@pytest.mark.defect('T8')
@pytest.mark.parametrize('page', ['paper/paper.md', 'README.md'])
def test_red_wine(root, page):
    "Wherever it is named: four looks, one test among several, and the kind of chains that fails"
    text = ' '.join((root/page).read_text(encoding='utf-8').split())
    every, beside = stored(root, 'tables'), stored(root, 'tables_published').set_index(['data', 'method'])
    gaussian = every[(every['data']=='wine_red') & (every.method=='sampled, noise by input') & ~every.gap.astype(bool)].log_lik
    said = f'{gaussian.mean():.2f} ± {gaussian.sem():.2f}', f'{beside.p["wine_red", "sampled, noise by input, Student-t"]:.3f}'
    assert all(s in text for s in said) and re.search('looked at (four times|after 5, 6, 12 and 20)', text) and 'one test among 9' in text

@pytest.mark.defect('T3')
@pytest.mark.defect('T4')
@pytest.mark.defect('T5')
@pytest.mark.defect('T12')
@pytest.mark.defect('T15')
@pytest.mark.parametrize('page,words', [('README.md', ('MILE', 'NUTS', 'airfoil', 'behind logistic regression')), ('paper/paper.md', ('MILE', '47 %', 'lower bounds',
    'behind logistic regression', 'are open', 'as far as its rules reach'))])
def test_what_is_worse_is_said(root, page, words):
    text = (root/page).read_text(encoding='utf-8')
    assert all(w in text for w in words) and not re.search('symmetries (of|in) any network', text)

def test_no_other_number_with_a_decimal(paper):
    "What is measured stands in a sentence above"
    for s in (*answers, gains, *wine): paper = re.sub(pattern(s), '', paper)
    assert not re.findall(r'.{,20}\d\.\d.{,20}', body(paper))

def test_citations(root, paper):
    keys = re.findall(r'^@\w+\{(\w+),', (root/'paper/paper.bib').read_text(encoding='utf-8'), re.M)
    assert len(keys)==len(set(keys)) and set(keys)==set(re.findall(r'@([a-z]+\d{4})', body(paper)))

def test_form(root, paper):
    "Title and authors as in CITATION.cff, sections and length as the journal asks"
    head, cited = yaml.safe_load(paper.split('---\n', 2)[1]), yaml.safe_load((root/'CITATION.cff').read_text(encoding='utf-8'))
    assert head['title']==cited['title'] and [a['name'] for a in head['authors']]==[a['name'] for a in cited['authors']]
    assert head['bibliography']=='paper.bib' and {'# Summary', '# Statement of need', '# State of the field', '# References'} <= set(paper.splitlines())
    assert 750<=len(body(paper).split())<=1000
