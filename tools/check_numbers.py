"""Compare the numbers in the prose of all pages with what cells compute.

On every page a numeral with a unit (nats, %, s, times ..) or beside ±, in Markdown, captions and alternative texts, is
- shown, at its precision, by an output of the same section of the page, or named in an assertion of the page (with two digits or more); or
- part of a sentence of `page_numbers.py` that has an expression for it. A numeral with two decimals has to be the value of the
  expression, rounded to two decimals; or
- part of a sentence that `page_numbers.py` lists with the source that it was typed from (`typed`): a setting, a quotation, an exercise.
On README (index) and the other pages of `pages` this holds for every numeral, and outputs do not count. There the cells that read
tables are run (not those that export, train or check), and text that a cell prints is the text that the page stores.
Each sentence of `page_numbers.py` is on its page, and none has an expression that is always true.
Not read: code, formulas (except one that is a single number), addresses, headings, numbers of lists, years (other
numbers from 1,000 on have a comma).
Numbers in words are read only where a sentence of `page_numbers.py` states them as a condition. README.md is made from index."""
import argparse, ast, json, os, re, sys
from collections.abc import Iterator
from importlib import import_module
from math import ceil, lgamma, log
from pathlib import Path
from typing import Any, NamedTuple

from notebook import directives, joined, quoted

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root))
_numeral = r'-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)'
_free = re.compile(rf'(?<![\w.,]){_numeral}(?![\w]|[.,]\d)')
_unread = [r'(?sm)^```.*?^```', r'(?m)^#+ .*$', r'(?m)^\s*\d+\. ', r'`[^`\n]*`', r'<[^>]+>', r'https?://\S+', r'\b(?:19|20)\d\d\b']
_between = r'\s*(?:±|,|–|(?:,\s+)?(?:to|and|or|against|of|instead of|rather than)\b)\s*'
_units = r'\s*(?:(?:nats?|percent|s|ms|seconds?|milliseconds?|minutes?|hours?|times|MB|GB)\b|%)'
_result = re.compile(rf'(?<![\w.,])(?:(?:{_numeral}{_between})*{_numeral}{_units}|{_numeral}\s*±\s*{_numeral})')
_level = r'(?<![\w.,])(?:50|68|80|90|95|99) % (?:bands?|intervals?)|[Ii]ntervals? of (?:50|68|80|90|95|99) %'  # nominal: no result
_left_out = {'export', 'exports', 'exporti', 'default_exp', 'slow', 'cuda'}


class About(NamedTuple):
    "A value that prose rounds to its last digit that is not zero"
    value: float

class Sentence(NamedTuple):
    "A part of the prose that is known"
    text: str        # with {} for each number
    expression: str  # a value for each {}, in order; a condition if there is none

    def pattern(self) -> re.Pattern[str]:
        "Compile the text; any white space matches any other"
        parts = [r'\s+'.join(map(re.escape, re.split(r'\s+', p))) for p in self.text.split('{}')]
        edge = lambda part, at: r'(?<![\w.,])' if not part and not at else r'(?![\w]|[.,]\d)' if not part else ''
        return re.compile(edge(parts[0], 0)+f'({_numeral})'.join(parts)+edge(parts[-1], 1))

    def says_nothing(self) -> bool:
        "Tell an expression that is always true"
        return self.expression.strip()=='True'

    def values(self, names: dict[str, Any]) -> list[Any]:
        "Evaluate the expression: a list with a value for each {}"
        return list(eval(f'({self.expression.rstrip(", ")},)', names))


def prose(cell: dict[str, Any]) -> Iterator[str]:
    "Texts of a cell that a reader reads, without what is not read"
    src = joined(cell['source'])
    texts = [src] if cell['cell_type']=='markdown' else [quoted(v) for k,v in directives(src)[0].items() if k in ('fig-cap', 'fig-alt')]
    for t in texts:
        t = re.sub(r'!?\[((?:[^][]|\[[^]]*\])*)\]\([^)]*\)', r'\1 ', t)
        t = re.sub(r'\$(\\pm)?\s*(-?[\d.,]+)\$', lambda m: '± '*bool(m[1])+m[2], t)
        t = re.sub(r'(?s)\$\$.*?\$\$|\$[^$]+\$', '$', t)
        for r in _unread: t = re.sub(r, '`' if r[0]=='`' else ' ', t)
        yield re.sub(r'\s+([,;:)]|\.(?!\d))', r'\1', t.replace('*', ''))


def run_cell(src: str, names: dict[str, Any]) -> Any:
    "Run a cell; return the value of its last line"
    body = ast.parse(src).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) and not src.rstrip().endswith(';') else None
    exec(compile(ast.Module(body, []), '<cell>', 'exec'), names)
    return last and eval(compile(ast.Expression(last.value), '<cell>', 'eval'), names)


def reads_tables(cell: dict[str, Any]) -> bool:
    "Tell a cell of hidden, folded or drawing code from one that exports, trains or checks"
    d, src = directives(joined(cell['source']))
    plain = d.keys() & _left_out or 'google.colab' in src or d.get('code-summary', '').startswith('"Check')
    return cell['cell_type']=='code' and bool(d) and not plain


def computed(nb: dict[str, Any], names: dict[str, Any]) -> Iterator[str]:
    "Run the cells of a page; yield what is wrong with stored text"
    for cell in filter(reads_tables, nb['cells']):
        try: found = run_cell(joined(cell['source']), names)
        except Exception as e:
            yield f'cell {cell["id"]}: {type(e).__name__} {e}'
            return
        stored = [joined(o['data']['text/markdown']) for o in cell['outputs'] if 'text/markdown' in o.get('data', {})]
        now = found._repr_markdown_() if stored and hasattr(found, '_repr_markdown_') else None
        if now and now.strip()!=stored[0].strip(): yield f'cell {cell["id"]}: {differs(stored[0].strip(), now.strip())}'


def differs(a: str, b: str) -> str:
    "Say where two texts part"
    at = next((i for i,(x,y) in enumerate(zip(a, b)) if x!=y), min(len(a), len(b)))
    around = slice(max(0, at-40), at+20)
    return f'the page stores ...{a[around]!r}, the cell prints ...{b[around]!r}'


def agrees(typed: str, value: Any) -> bool:
    "Is the numeral the value as prose writes it?"
    plain = typed.replace(',', '')
    number, decimals = float(plain), len(plain.partition('.')[2])
    if isinstance(value, (set, frozenset, range)): return number in value
    unit = 10.**-decimals
    if isinstance(value, About):
        value, digits = value.value, plain.lstrip('-')
        if not decimals: unit = 10.**(len(digits)-len(digits.rstrip('0')))
    return abs(number-float(value))<=unit/2+1e-9


class Typed(NamedTuple):
    "A part of the prose whose numbers no cell computes"
    text: str
    source: str

    def pattern(self) -> re.Pattern[str]: return Sentence(self.text, '').pattern()


def shown_in(cells: list[dict[str, Any]]) -> set[float]:
    "Numbers that outputs of cells show"
    data = [o.get('data', {}) | {'text': o.get('text', '')} for c in cells for o in c.get('outputs', [])]
    texts = [re.sub('<[^>]+>', ' ', joined(d[k])) for d in data for k in ('text', 'text/plain', 'text/markdown', 'text/html') if k in d]
    return {abs(float(n.replace(',', ''))) for t in texts for n in re.findall(_numeral, t) if n}


def asserted_in(nb: dict[str, Any]) -> set[str]:
    "Numerals of two digits or more in cells that check the page's own numbers"
    sources = [joined(c['source']) for c in nb['cells'] if c['cell_type']=='code']
    checks = [s for s in sources if re.search(r'(?m)^ *(?:assert |test_close\(|test_eq\(|between\()', s) and '#| export' not in s]
    found = {n.replace(',', '').lstrip('-') for s in checks for n in re.findall(_numeral, s) if n}
    return {float(n) for n in found if len(n.replace('.', '').strip('0'))>1}


def sections(nb: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    "Cells from a heading of the second level to the next one"
    found: list[dict[str, Any]] = []
    for cell in nb['cells']:
        if cell['cell_type']=='markdown' and re.search(r'(?m)^## ', joined(cell['source'])) and found:
            yield found
            found = []
        found.append(cell)
    yield found


def is_shown(typed: str, shown: set[float], percent: bool) -> bool:
    "Is the numeral that of an output, or a share of it in percent?"
    scales = (1, 100) if percent else (1,)
    return any(agrees(typed.lstrip('-'), v*s) for v in shown for s in scales)


def results(text: str, shown: set[float]) -> Iterator[str]:
    "Yield the numerals with a unit that no output of the section shows"
    for m in _result.finditer(text):
        percent = '%' in m[0] or 'percent' in m[0]
        for n in _free.findall(m[0]):
            if not is_shown(n, shown, percent): yield f'{n} is shown by no output of its section: {around(text, m)}. {_remedy}'

_remedy = 'Print the sentence by a cell, or add it to tools/page_numbers.py'

def around(text: str, m: re.Match[str]) -> str: return f'...{one_line(text[max(0, m.start()-50):m.end()+40])}...'


def wrong(
    text: str,                 # prose of a cell
    sentences: list[Sentence], # sentences that are known
    names: dict[str, Any],     # names for their expressions
    met: set[Any],             # sentences that were found, added to
    typed: list[Typed],        # sentences that need no expression
    shown: set[float]|None = None, # numbers of the section's outputs; None: every numeral needs a sentence
) -> Iterator[str]:
    "Compare the numerals of a text with the sentences that are known"
    left = list(text)
    for d in typed:
        for m in d.pattern().finditer(text):
            met.add(d)
            left[m.start():m.end()] = ' '*(m.end()-m.start())
    for s in sentences:
        for m in s.pattern().finditer(text):
            met.add(s)
            left[m.start():m.end()] = ' '*(m.end()-m.start())
            try: values = s.values(names)
            except Exception as e:
                yield f'{m[0]!r}: {s.expression}: {type(e).__name__} {e}'
                continue
            if not m.groups() and not all(values): yield f'{m[0]!r}: not so: {s.expression}'
            if m.groups() and len(values)!=len(m.groups()):
                yield f'{m[0]!r}: {len(m.groups())} numerals, {len(values)} values: {s.expression}'
            else: yield from (f'{m[0]!r}: {n} is typed, {told(v)} is computed' for n,v in zip(m.groups(), values) if not agrees(n, v))
    rest = re.sub(_level, lambda m: ' '*len(m[0]), ''.join(left))
    if shown is not None: yield from results(rest, shown)
    else: yield from (f'{m[0]} is computed by no cell and no sentence: {around(text, m)}' for m in _free.finditer(rest))


def one_line(text: str) -> str: return ' '.join(text.split())


def told(v: Any) -> str:
    "Write a value for a message"
    if isinstance(v, (set, frozenset, range)): return f'one of {sorted(v)}'
    return f'{v.value:.6g}' if isinstance(v, About) else f'{float(v):.6g}'


def printed_rows(nb: dict[str, Any]) -> dict[str, float]:
    "First numbers of the rows of tables that a page's cells print, by the row's name"
    data = [o.get('data', {}) for c in nb['cells'] for o in c.get('outputs', [])]
    tables = [joined(d['text/markdown']) for d in data if 'text/markdown' in d]
    return {m[1].strip(): float(m[2]) for t in tables for m in re.finditer(r'(?m)^\| ([^|]+) \|[^\d|-]*(-?\d+\.\d+)', t)}


def check(
    nb: dict[str, Any],
    sentences: list[Sentence], # with an expression
    module: str = '',          # module whose names the page's cells know
    typed: tuple[Typed, ...]|list[Typed] = (),
    whole: bool = True,        # whether every numeral needs a sentence; False: those with a unit, unless an output shows them
) -> list[str]:
    "What is wrong with the numbers of a page"
    names: dict[str, Any] = dict(vars(import_module(module))) if module else {}
    names |= dict(__name__='page', stored_table=import_module('symbayes.data.splits').stored_table, about=About, printed=printed_rows(nb), ceil=ceil, lgamma=lgamma, log=log)
    found, met = list(computed(nb, names)) if sentences else [], set()
    asserted = asserted_in(nb)
    for cells in sections(nb):
        shown = None if whole else shown_in(cells) | asserted
        for cell in cells:
            found += [f'cell {cell["id"]}: {w}' for t in prose(cell) for w in wrong(t, sentences, names, met, list(typed), shown)]
    found += [f'{s.text!r} says nothing: list it with its source in `typed`' for s in sentences if s.says_nothing()]
    return found + [f'no sentence says {s.text!r}' for s in [*sentences, *typed] if s not in met]


def every_page() -> list[str]:
    "Pages with prose of their own: not the list of changes, which tests read, nor the map, which is made"
    names = [p.relative_to(root/'nbs').with_suffix('').as_posix() for p in sorted((root/'nbs').rglob('*.ipynb'))]
    return [n for n in names if not n.startswith('project/') and n!='learn/03_map']


def main() -> int:
    from page_numbers import modules, pages, some, typed
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('pages', nargs='*', default=every_page(), help='default: all')
    args = ap.parse_args()
    os.environ['MPLBACKEND'] = 'Agg'
    found = []
    for page in args.pages:
        nb = json.loads((root/'nbs'/f'{page}.ipynb').read_text(encoding='utf-8'))
        known = [Sentence(*s) for s in (pages.get(page) or some.get(page, {})).items()]
        quoted_here = [Typed(text, source) for source,texts in typed.get(page, {}).items() for text in texts]
        found += [f'nbs/{page}.ipynb: {w}' for w in check(nb, known, modules.get(page, ''), quoted_here, page in pages)]
    print(*found, sep='\n', file=sys.stderr, end='\n' if found else '')
    counted = sum(len(pages.get(p) or some.get(p, {})) for p in args.pages)
    right = f'numbers in prose: {len(args.pages)} pages, {counted} sentences are as computed'
    print(f'{len(found)} numbers or sentences are wrong' if found else right)
    return bool(found)


if __name__=='__main__': sys.exit(main())
