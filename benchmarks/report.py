"""Where results go: tables as markdown, and their place in the README beside this file."""
import os, re, sys
from pathlib import Path

import pandas as pd
import torch

here = Path(__file__).parent

def machine() -> str:
    "This machine in words"
    info = Path('/proc/cpuinfo')
    names = [l.split(':')[1].strip() for l in info.read_text().splitlines() if l.startswith('model name')] if info.exists() else []
    return f'{os.cpu_count()} cores, {names[0] if names else "unknown processor"}, one thread used, torch {torch.__version__}, Python {sys.version.split()[0]}'

def markdown(
    t: pd.DataFrame,       # the table, its index the first column
    form: dict[str, str],  # column to format
) -> str:
    "A table in markdown, empty where a value is missing"
    rows = [f'| {k} | ' + ' | '.join('' if pd.isna(v) else form.get(c, '{}').format(v) for c,v in r.items()) + ' |' for k,r in t.iterrows()]
    return '\n'.join([f'| {t.index.name} | ' + ' | '.join(t.columns) + ' |', '|---|' + '---:|'*len(t.columns), *rows])

def into_readme(
    name: str, # which place
    text: str, # what shall stand there
) -> None:
    "Replace what stands between `<!-- name -->` and `<!-- /name -->`"
    path = here/'README.md'
    path.write_text(re.sub(f'(<!-- {name} -->\n).*?(<!-- /{name} -->)', lambda m: f'{m[1]}\n{text}\n\n{m[2]}', path.read_text(), flags=re.S))
