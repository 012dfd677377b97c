"""The project's public address stands in pyproject.toml, as [project.urls]; here it is written where others read it.

  --write   in CITATION.cff, and in every notebook with code in the cell that installs the package on Colab, and lines of `pip install`;
            the description of settings.ini in pyproject.toml, where nbdev reads it
  --check   write nothing; fail if a file says something else. README.md and symbayes/_modidx.py are made by `make export`

Without an address nothing names one: Colab installs an uploaded clone, and lines of guides say `pip install .` in a clone, since no release
is on the package index. Standard library only."""
import argparse, json, re, sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any, NamedTuple

from whole import put

root = Path(__file__).resolve().parent.parent
cell_id = 'colab-install'


class Address(NamedTuple):
    repository: str = ''  # '' for none yet, without a slash at its end
    docs: str = ''
    branch: str = 'main'


def read(path: Path) -> str: return path.read_text(encoding='utf-8')


def address() -> Address:
    "As pyproject.toml says"
    text = read(root/'pyproject.toml')
    table = re.search(r'^\[project\.urls\]\n(?:\w+ *=.*\n)*', text, re.M)
    urls = dict(re.findall(r'^(\w+) *= *"(.*?)/?"$', table[0], re.M)) if table else {}
    branch = re.search(r'^branch = "(.*)"', text, re.M)
    return Address(urls.get('Repository', ''), urls.get('Documentation', ''), branch[1])


def settings(text: str) -> str:
    "pyproject.toml with the description of settings.ini"
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(root/'settings.ini', encoding='utf-8')
    said = ini['DEFAULT']['description']
    return re.sub(r'^description = .*$', lambda m: f'description = {json.dumps(said, ensure_ascii=False)}', text, count=1, flags=re.M)


def citation(text: str, a: Address) -> str:
    text = re.sub(r'^(?:repository-code|url): .*\n', '', text, flags=re.M)
    lines = f"repository-code: '{a.repository}'\nurl: '{a.docs}'\n" if a.repository else ''
    return re.sub(r'^license: .*\n', lambda m: m[0]+lines, text, count=1, flags=re.M)


def install(a: Address) -> dict[str, Any]:
    "The cell that installs the package on Colab, and does nothing elsewhere"
    what = f'"symbayes @ git+{a.repository}"' if a.repository else '"./symbayes"'
    said = '' if a.repository else '  # no release yet: upload a clone, as the folder symbayes'
    source = f"#| hide\nif 'google.colab' in str(get_ipython()):{said}\n    %pip install -q {what}"
    return {'cell_type': 'code', 'execution_count': None, 'id': cell_id, 'metadata': {}, 'outputs': [], 'source': source.splitlines(keepends=True)}


def with_lines(text: str, a: Address) -> str:
    "A cell whose lines that install the package name the repository: the home page's first one, and the comment above the code of a guide"
    there = f'"symbayes @ git+{a.repository}"'
    home = f'pip install {there}  # from the repository' if a.repository else 'pip install .           # in a clone: from the repository'
    text = re.sub(r'^pip install .*# (?:in a clone: )?from the repository$', lambda m: home, text, flags=re.M)
    line = f'# pip install {there}' if a.repository else '# in a clone of symbayes: pip install .'
    return re.sub(r'^# (?:pip install (?:symbayes|"symbayes @ .*")|in a clone of symbayes: pip install \.)$', lambda m: line, text, flags=re.M)


def with_address_in(nb: dict[str, Any], a: Address) -> dict[str, Any]:
    "A notebook that installs the package from the address, where it does"
    nb = with_install(nb, install(a))
    return nb | {'cells': [c | {'source': with_lines(''.join(c['source']), a).splitlines(keepends=True)} for c in nb['cells']]}


def with_install(nb: dict[str, Any], cell: dict[str, Any]) -> dict[str, Any]:
    "A notebook that has the cell after its title, and no other that installs the package; one without code needs none"
    code = lambda c: ''.join(c['source']) if c['cell_type']=='code' else ''
    cells = [c for c in nb['cells'] if c.get('id')!=cell_id and not re.search(r'^ *%pip install -q ("(?:\./)?symbayes.*"|symbayes)$', code(c), re.M)]
    return nb | {'cells': [*cells[:1], *[cell]*any(map(code, cells)), *cells[1:]]}


def notebooks() -> list[Path]: return [p for p in sorted((root/'nbs').rglob('*.ipynb')) if not any(part[0] in '._' for part in p.relative_to(root).parts)]


def badges(a: Address) -> str:
    "What README.md says under its title; tools/make_readme.py puts it there"
    if not a.repository: return ''
    tour = next(p for p in notebooks() if p.stem.endswith('_tour')).relative_to(root).as_posix()
    colab = f'https://colab.research.google.com/github/{a.repository.removeprefix("https://github.com/")}/blob/{a.branch}/{tour}'
    tests = f'{a.repository}/actions/workflows/test.yml'
    return (f'[![Tests]({tests}/badge.svg?branch={a.branch})]({tests}) [![Open the tour in Colab](https://colab.research.google.com/assets/colab-badge.svg)]({colab}) '
        f'[Documentation]({a.docs})')


def wanted(a: Address) -> dict[Path, str]:
    "The files that say the address or the description, as they should be"
    pyproject, cited = root/'pyproject.toml', root/'CITATION.cff'
    found = {pyproject: settings(read(pyproject)), cited: citation(read(cited), a)}
    for p in notebooks():
        found[p] = json.dumps(with_address_in(json.loads(read(p)), a), ensure_ascii=False, indent=1)+'\n'
    return found


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    do = ap.add_mutually_exclusive_group(required=True)
    do.add_argument('--write', action='store_true', help='write what pyproject.toml says')
    do.add_argument('--check', action='store_true', help='write nothing; fail if a file is out of date')
    check, a = ap.parse_args().check, address()
    new = wanted(a)
    stale = [p for p,text in new.items() if read(p)!=text]
    if check and stale:
        names = [p.relative_to(root).as_posix() for p in stale[:6]]
        print(f'Not of the address {a.repository or "(none)"}: {len(stale)} files, {", ".join(names)}. Run `make export`.', file=sys.stderr)
        return 1
    for p in stale: put(p, new[p])
    print(f'address: {a.repository or "none"}; {len(new)} files, {len(stale)} written')
    return 0


if __name__ == '__main__': sys.exit(main())
