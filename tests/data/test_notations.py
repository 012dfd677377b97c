"Forty files in other notations: each is read right, or refused in a line."
import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cases import refused
from symbayes.data.splits import load_data
from symbayes.data.tables import from_table, read_table, table_scheme

n = 24
a = [1000*(i%9)+i+.25*(i%4) for i in range(n)]
y = [i%7+.5 for i in range(n)]

def grouped(decimal: str, thousands: str, places: int = 2):
    "Write numbers with a decimal sign and a sign between thousands"
    return lambda v: f'{v:,.{places}f}'.replace(',', '\0').replace('.', decimal).replace('\0', thousands)

def lines(sep: str, of_a, of_y=None, header: str|None = None) -> str:
    "A file of the two columns"
    rows = [f'{of_a(u)}{sep}{(of_y or of_a)(v)}' for u,v in zip(a, y)]
    return '\n'.join([header or f'a{sep}y', *rows])+'\n'

def quoted(write): return lambda v: f'"{write(v)}"'

point, comma, german, english, swiss, french = grouped('.', ''), grouped(',', ''), grouped(',', '.'), grouped('.', ','), grouped('.', "'"), grouped(',', '\u202f')
whole = grouped('.', '', 0)
swedish = lambda v: grouped(',', ' ')(v)+' kr'  # noqa: E731
right = {
    'plain': lines(',', point), 'semicolon and points': lines(';', point), 'tab and points': lines('\t', point), 'semicolon and commas': lines(';', comma), 'tab and commas': lines('\t', comma), 'quoted commas': lines(',', quoted(comma)),
    'German thousands': lines(';', german), 'German thousands, tab': lines('\t', german), 'English thousands': lines(';', english), 'English thousands, quoted': lines(',', quoted(english)), 'Swiss': lines(';', swiss), 'Swiss, comma': lines(',', swiss),
    'French': lines(';', french), 'no-break blanks': lines(';', grouped(',', '\u00a0')), 'blanks': lines(';', grouped(',', ' ')), 'dollars': lines(';', lambda v: '$'+english(v)), 'euros': lines(';', lambda v: german(v)+' €'), 'pounds, quoted': lines(',', quoted(lambda v: '£'+english(v))),
    'a code': lines(';', lambda v: 'EUR '+german(v)), 'kronor': lines(';', swedish), 'percent': lines(',', lambda v: point(v)+'%'), 'percent and commas': lines(';', lambda v: comma(v)+' %'), 'powers': lines(',', lambda v: f'{v:.6e}'), 'powers and commas': lines(';', lambda v: f'{v:.6E}'.replace('.', ',')),
    'blanks around': lines(',', lambda v: f'  {point(v)} '), 'plus signs': lines(',', lambda v: '+'+point(v)), 'one column decides': lines(';', grouped(',', '.', 3), comma), 'Windows lines': lines(';', comma).replace('\n', '\r\n'), 'no last line': lines(',', point).rstrip('\n'),
    'a comma in a name': lines(';', comma, header='a;y').replace('a;y', '"a";"y"', 1),
}
wrong = { # content, reason
    'whole thousands': ('a;y\n'+''.join(f'{1+i%9}.{100+i};{100+i}\n' for i in range(n)), "'a' holds '1.100', which may be 1.1 or 1100"), 'whole thousands, quoted': ('a,y\n'+''.join(f'"{1+i%9},{100+i}",{100+i}\n' for i in range(n)), "'a' holds '1,100', which may be 1100 or 1.1"),
    'two decimal signs': (lines(';', comma)+'7.5;3\n', "'a' holds .* and '7.5', expected one notation"), 'two units': (lines(';', lambda v: '$'+point(v))+'€7;$3\n', 'expected one notation and one unit'), 'a unit now and then': (lines(';', point)+'7 %;3\n', 'expected one notation and one unit'),
    'a word among numbers': (lines(';', comma)+'none given;3\n', "'a' holds 'none given' where other rows have numbers as '0,00'"), 'a dash for a hole': (lines(';', comma)+'-;3\n', "'a' holds '-' where other rows have numbers"),
    'two separators': ('a,b;y\n'+''.join(f'{i},{i};{i}\n' for i in range(n)), "may have .',', ';'. between columns: `sep` says which"), 'values without a name': ('y\n'+''.join(f'{i};{i}\n' for i in range(n)), "no column beside 'y'"),
    'zero bytes': ('a,y\n1,\0\n', 'zero bytes'),
}

def read(content: str|bytes, folder: Path, name: str = 't.csv', **how):
    (folder/name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return from_table(folder/name, 'y', kind='regression', **how)

def numbers(data) -> np.ndarray:
    "Inputs and targets of all parts in their units"
    parts = [np.c_[(x.double()*data.scaling['x_std']+data.scaling['x_mean']).numpy(), data.table.unscale(t.double()).numpy()] for x,t in data.parts.values()]
    found = np.concatenate(parts)
    return found[np.lexsort(found.T[::-1])]

expected = np.array(sorted(zip(a, y)))

@pytest.mark.parametrize('case', right)
def test_files_that_are_read(case, tmp_path):
    assert np.allclose(numbers(read(right[case], tmp_path)), expected, rtol=1e-5, atol=2e-3)

@pytest.mark.parametrize('case', wrong)
def test_files_that_are_refused(case, tmp_path):
    content, why = wrong[case]
    refused(why, read, content, tmp_path)

@pytest.mark.parametrize('decimal,first', [('.', 1.1), (',', 1100)])
def test_an_option_decides(decimal, first, tmp_path):
    content = wrong['whole thousands'][0]
    assert np.isclose(numbers(read(content, tmp_path, decimal=decimal))[:, 0].min(), first) and np.isclose(numbers(read(content, tmp_path, thousands={',': '.', '.': ','}[decimal]))[:, 0].min(), first)
    refused('expected two signs', read, content, tmp_path, decimal='.', thousands='.')

def test_the_comma_of_training_decides_for_few_rows(tmp_path):
    scheme = table_scheme(read_table(write(tmp_path, lines(';', german))), 'y', kind='regression')
    (tmp_path/'new.csv').write_text('a\n1.234\n')
    assert scheme.transform(tmp_path/'new.csv').tolist()==[[1234]]

def write(folder: Path, content: str) -> Path:
    (folder/'t.csv').write_text(content)
    return folder/'t.csv'

@pytest.mark.parametrize('encoding', ['utf-8', 'utf-8-sig', 'utf-16', 'latin-1', 'cp1252'])
def test_encodings(encoding, tmp_path):
    content = 'Größe;Ort;y\n'+''.join(f'{i},5;{"Tromsø" if i%2 else "Årdal"};{i}\n' for i in range(n))
    (tmp_path/'t.csv').write_bytes(content.encode(encoding))
    assert table_scheme(read_table(tmp_path/'t.csv'), 'y', kind='regression').inputs==['Größe', 'Ort=Tromsø', 'Ort=Årdal']

@pytest.mark.parametrize('ending', ['.csv', '.tsv'])
def test_compressed_files(ending, tmp_path):
    content = lines(';' if ending=='.csv' else '\t', comma).encode()
    data = read(gzip.compress(content), tmp_path, 't'+ending+'.gz')
    assert np.allclose(numbers(data), expected, rtol=1e-5, atol=2e-3) and load_data(tmp_path/('t'+ending+'.gz'), target='y', kind='regression').x_train.equal(data.x_train)
    refused('cannot be read', read, gzip.compress(content)[:40], tmp_path, 'u'+ending+'.gz')

def test_parquet(tmp_path, monkeypatch):
    frame = pd.DataFrame(dict(a=a, city=['Oslo', 'Bergen', None]*8, when=pd.date_range('2020', periods=n, freq='D'), y=y))
    frame.to_parquet(tmp_path/'t.parquet')
    assert load_data(tmp_path/'t.parquet', target='y', kind='regression').table.columns==['a', 'city', 'when']
    (tmp_path/'u.parquet').write_bytes(b'none')
    refused("u.parquet' cannot be read", read_table, tmp_path/'u.parquet')
    def missing(path): raise ImportError
    monkeypatch.setattr(pd, 'read_parquet', missing)
    refused('pip install pyarrow', read_table, tmp_path/'t.parquet')
