"""Recompute the numbers in the prose of README (index), pages of the idea, choosing, moving and wide_nets from the stored tables.

The cells of a page that read tables are run, those that export, train or check are not. Then
- text that a cell prints is the text that the page stores;
- each numeral in Markdown, captions and alternative texts belongs to a sentence of `page_numbers.py`, which has an expression for it.
  A numeral with two decimals has to be the value of the expression, rounded to two decimals;
- each sentence of `page_numbers.py` is on its page.
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


def wrong(text: str, sentences: list[Sentence], names: dict[str, Any], met: set[Sentence]) -> Iterator[str]:
    "Compare the numerals of a text with the sentences that are known"
    left = list(text)
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
    rest = ''.join(left)
    for m in _free.finditer(rest):
        yield f'{m[0]} is computed by no cell and no sentence: ...{one_line(text[max(0, m.start()-50):m.end()+40])}...'


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


def check(nb: dict[str, Any], sentences: list[Sentence], module: str = '') -> list[str]:
    "What is wrong with the numbers of a page"
    names: dict[str, Any] = dict(vars(import_module(module))) if module else {}
    names |= dict(__name__='page', about=About, printed=printed_rows(nb), ceil=ceil, lgamma=lgamma, log=log)
    found, met = list(computed(nb, names)), set()
    for cell in nb['cells']: found += [f'cell {cell["id"]}: {w}' for t in prose(cell) for w in wrong(t, sentences, names, met)]
    return found + [f'no sentence says {s.text!r}' for s in sentences if s not in met]


def main() -> int:
    from page_numbers import modules, pages
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('pages', nargs='*', default=list(pages), help='default: all')
    args = ap.parse_args()
    os.environ['MPLBACKEND'] = 'Agg'
    found = []
    for page in args.pages:
        nb = json.loads((root/'nbs'/f'{page}.ipynb').read_text(encoding='utf-8'))
        found += [f'nbs/{page}.ipynb: {w}' for w in check(nb, [Sentence(*s) for s in pages[page].items()], modules.get(page, ''))]
    print(*found, sep='\n', file=sys.stderr, end='\n' if found else '')
    counted = sum(len(pages[p]) for p in args.pages)
    right = f'numbers in prose: {counted} sentences of {len(args.pages)} pages are as computed'
    print(f'{len(found)} numbers or sentences are wrong' if found else right)
    return bool(found)


if __name__=='__main__': sys.exit(main())
