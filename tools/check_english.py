"""Habits of prose that readers stumbled over, counted over all notebooks: `check_english.py` fails when one is met more often than
`most` allows, or when a sentence comes back that readers could not follow; `check_english.py --show HABIT` lists where it is met.
Numbers in `most` only go down. Standard library only."""
import json, re, sys
from collections.abc import Iterator
from pathlib import Path

from notebook import joined

nbs = Path(__file__).resolve().parent.parent/'nbs'
most = {'long sentence': 10, 'what as a subject': 65}  # of the other habits none
habits = {
    'money': r'\b(?:pays?|paid|paying|bought|buys?|charge[sd]?|gives? back|gave back|spares?)\b',
    'stands': r'\b(?:stands?|stood)\b(?! for\b|-|s? in for\b)',
    'settle': r'\bsettle[sd]?\b',
    'but for': r'\bbut (?:one|for)\b',
    'inverted order': r'(?:^|[.] )(?:So|Thus|Here|There|Then|Now|Nor|Neither|Of \w+) (?:do|does|did|can|may|must|has|have|are|is) (?:the|a|an|it|they|\w+s)\b',
    'what as a noun': r'(?:^|[.:;] )What (?:is|are|it|they|goes|comes|moves|stands|can|cannot|no|one|of)\b[^?]*[.:]',
    'for who': r'\bfor who\b',
    'is none': r'\b(?<!there )(?:is|are) none\b',
    'long sentence': r'^(?:\S+\s+){38}\S',
    'whoever': r'\b[Ww]hoever\b',
    'what as a subject': r'^What [^?]*[.]$',
}
returned = (  # pieces of sentences that readers could not follow; each was rewritten
    'its output weights do not follow the features', 'a bound says on which side it is', 'ends that meet may cross', 'loses every nat of information',
    'has bought its ELBO', 'has something to give', 'which may change places in', 'be right for all hidden units that might come', 'Of six orders two',
    'and so do eight different features', 'the data pin every unit', 'Its layers are drawn independently', 'the symmetry unaccounted for',
    'by itself, symmetrising alone', 'takes most of the price away', 'they also stay short', 'never left the symmetric place', 'The best of the cures',
    'predicts well even while it pays', 'HMC agrees with itself', 'So much is missing from the ELBO', 'the bounds go label by label',
    'see large differences alone', 'three seeds decide little', 'Exactly zero a measured barrier', 'more layers leave more', 'Calibrated are pairs as they are', 'Pairing by starts spares',
    'Of that the exact posterior has', 'Both reasons hold, neither alone', 'A last layer that follows is not', 'which no test can judge',
    'beside a bare pool of processes', 'little is left, of either sign', 'The families so far pay', 'takes a matrix of the smaller side',
    'is charged for the permutations', 'written down as data', 'seen at four places', 'There a function shows itself', 'A group writes that down',
    'looks at what it is given before it is one', 'not surely the best of all', 'sounds like proof', 'does not come from the prior looks',
    'Who writes a command', 'where they stand now', 'with which a small network arrives', 'While they are near', 'Mostly the second',
    'a reader of the lessons may skip it', 'the inducing posterior pays',
)


def plain(md: str) -> str:
    "Markdown without code, mathematics, tables, callouts and the addresses of links"
    md = re.sub(r'```.*?```|\$\$.*?\$\$|<style.*?</style>|<svg.*?</svg>', '', md, flags=re.S)
    md = re.sub(r'`[^`\n]*`|\$[^$\n]+\$', 'X', md)
    md = re.sub(r'X(?:,\s+X)+|\[\]\{#[^}]*\}', 'X', md)
    md = re.sub(r'!\[[^\]]*\]\([^)]*\)|^:::.*$|^[|#>].*$|<[^>]+>', '', md, flags=re.M)
    return re.sub(r'\[([^\]]+)\]\([^)]*\)', r'\1', md)


def sentences(md: str) -> Iterator[str]:
    "Sentences of prose, paragraph by paragraph, and item by item of a list"
    for paragraph in re.split(r'\n\s*\n|\n(?=\s*(?:[-*]|\d+[.]) )', plain(md)):
        yield from filter(None, re.split(r'(?:(?<=[.?!])|(?<=[.?!][*]{2}))\s+(?=[A-Z*"(])', ' '.join(paragraph.split())))


def said(path: Path) -> Iterator[str]:
    "Prose of a notebook: its markdown cells, captions of figures, and the markdown that its cells print"
    for cell in json.loads(path.read_text(encoding='utf-8'))['cells']:
        source = joined(cell['source'])
        if cell['cell_type']=='markdown': yield source
        else: yield from re.findall(r'^#[|] (?:fig-cap|fig-alt|code-summary): (.*)', source, flags=re.M)
        for output in cell.get('outputs', ()):
            yield joined(output.get('data', {}).get('text/markdown', ''))
            if '#| output: asis' in source: yield joined(output.get('text', ''))


def met() -> Iterator[tuple[str, str]]:
    "Habit, and page with the sentence; the file of changes may say how things were called"
    for path in sorted(nbs.rglob('*.ipynb')):
        page = path.relative_to(nbs)
        if any(part[0] in '._' for part in page.parts) or page.parts[0]=='project': continue
        for text in said(path):
            flat = ' '.join(text.split())
            for piece in returned:
                if piece in flat: yield 'returned', f'{page}: {piece}'
            for sentence in sentences(text):
                for habit,pattern in habits.items():
                    if re.search(pattern, sentence): yield habit, f'{page}: {sentence[:160]}'


def main() -> int:
    found: dict[str, list[str]] = {habit: [] for habit in ('returned', *habits)}
    for habit,where in met(): found[habit].append(where)
    if sys.argv[1:2]==['--show']:
        print('\n'.join(found[sys.argv[2]]))
        return 0
    over = {habit: where for habit,where in found.items() if len(where)>most.get(habit, 0)}
    for habit,where in over.items(): print(f'{habit}: {len(where)}, at most {most.get(habit, 0)}', *where[-3:], sep='\n  ', file=sys.stderr)
    if not over: print('habits of prose: ' + ', '.join(f'{habit} {len(where)}' for habit,where in found.items()))
    return bool(over)


if __name__ == '__main__': sys.exit(main())
