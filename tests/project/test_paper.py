"The paper says what the stored tables and the results pages say, and cites what its list of references has."
import json, re
from pathlib import Path

import pandas as pd
import pytest
import yaml

numeral = r'\d+(?:\.\d+)?(?<=\d)'
# a sentence of the paper, the page whose answer has the same numbers, and its words there
answers = {
    'Of {} claims {} are reproduced': ('21_reproduce', 'Of {} claims {} are reproduced'),
    'costs mean field {} nats per test point, and a posterior whose last layer follows its features {}.':
        ('01_wide_nets', 'costs mean field {} nats per test point, and a last layer that follows its features only {}.'),
    "closes at least {} % of mean field's gap to the log evidence, symmetrised training alone at most {} %":
        ('02_moving', "closes at least {} % of mean field's gap to the log evidence, symmetrised training alone at most {} %"),
    'leaves at most {} % of the loss barrier between two posteriors, and {} % between small residual networks':
        ('10_rossi', 'leaves at most {} % of it between perceptrons, and {} % between small residual networks'),
    'worse in {} and better in {}': ('18_benchmarks', 'worse than other libraries in {} comparisons and better in {}'),
    'in {} of {} runs equivalent posteriors lie farther apart': ('06_mnist', 'in {} of {} runs equivalent posteriors lie farther apart')}

gains = 'by {} ± {} nats per row on yacht, {} ± {} on energy, {} ± {} on concrete and {} ± {} on red wine'


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
    "Markdown that the cells of a page print"
    cells = json.loads(page.read_text(encoding='utf-8'))['cells']
    return ' '.join(''.join(o['data']['text/markdown']) for c in cells for o in c.get('outputs', []) if 'text/markdown' in o.get('data', {}))

@pytest.mark.parametrize('sentence', answers)
def test_a_sentence_has_the_numbers_of_its_page(root, paper, sentence):
    page, there = answers[sentence]
    assert numbers(sentence, paper)==numbers(there, printed(root/f'nbs/experiments/{page}.ipynb'))

def test_gains_on_tables(root, paper):
    "Chains with Student-t noise minus Monte Carlo dropout, as the table of README has it"
    table = pd.read_csv(root/'symbayes/results/benchmarks/tables_published.csv', comment='#')
    ours = table[table.method=='sampled, noise by input, Student-t'].set_index('data')
    typed = numbers(gains, paper)
    expected = [round(ours.loc[d, c], 2) for d in ('yacht', 'energy', 'concrete', 'wine_red') for c in ('difference', 'half')]
    assert typed==expected and list(ours.verdict[['yacht', 'energy', 'concrete', 'wine_red']])==['ahead']*4

def test_no_other_number_with_a_decimal(paper):
    "What is measured stands in a sentence above"
    for s in (*answers, gains): paper = re.sub(pattern(s), '', paper)
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
