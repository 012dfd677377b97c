"Hands settings.ini to setuptools, and README.md with links that hold where there is no clone; there is nothing to edit here."
import re, sys
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

here = Path(__file__).parent
ini = ConfigParser(delimiters=['='], interpolation=None)
ini.read(here/'settings.ini', encoding='utf-8')
cfg = ini['DEFAULT']

licences = {'apache2': 'Apache-2.0'}
statuses = {1: '1 - Planning', 2: '2 - Pre-Alpha', 3: '3 - Alpha', 4: '4 - Beta', 5: '5 - Production/Stable'}


def readme() -> str:
    "For a package index: files of the clone are linked at the project's address; as long as it has none, pictures are left out and links are words"
    text = (here/'README.md').read_text(encoding='utf-8')
    found = re.search(r'^Repository = "(.*?)/?"', (here/'pyproject.toml').read_text(encoding='utf-8'), re.M)
    def relink(m: re.Match) -> str:
        if found: return f'{m[1]}[{m[2]}]({found[1]}/{"raw" if m[1] else "blob"}/main/{m[3]})'
        return '' if m[1] else m[2]
    def drawn(m: re.Match) -> str: return f'<img src="{found[1]}/raw/main/{m[1]}"{m[2]}>' if found else ''
    parts = re.split(r'(^```.*?^```$)', text, flags=re.M|re.S)  # code is left alone
    link = re.compile(r'(!?)\[((?:[^][]|`[^`]*`)*)\]\((?![a-z][a-z+.-]*:|#)([^)\s]+)\)')
    image = re.compile(r'<img src="(?![a-z][a-z+.-]*:)([^"]+)"([^>]*)>')
    return ''.join(p if p.startswith('```') else image.sub(drawn, link.sub(relink, p)) for p in parts)


class WithStubs(build_py):
    "Write stubs and docstrings into the package first. An editable install runs this, too"
    def run(self) -> None:
        sys.path.insert(0, str(here/'tools'))
        from make_stubs import write
        write()
        super().run()


setup(
    cmdclass={'build_py': WithStubs},
    name=cfg['name'],
    version=cfg['version'],
    description=cfg['description'],
    long_description=readme(),
    long_description_content_type='text/markdown',
    author=cfg['author'],
    keywords=[k.strip() for k in cfg['keywords'].split(',')],
    license_expression=licences[cfg['license']],
    classifiers=[f'Development Status :: {statuses[int(cfg["status"])]}', 'Intended Audience :: Science/Research', 'Operating System :: OS Independent',
        'Programming Language :: Python :: 3', *(f'Programming Language :: Python :: {v}' for v in cfg['pythons'].split()),
        'Topic :: Scientific/Engineering :: Artificial Intelligence', 'Typing :: Typed'],
    python_requires=f'>={cfg["min_python"]}',
    install_requires=cfg['requirements'].split(),
    extras_require={k: cfg[f'{k}_requirements'].split() for k in ('dev', 'reference', 'cluster', 'botorch')},
    packages=find_packages(include=['symbayes', 'symbayes.*']),
    # Saying where packages are makes an editable install put the clone on the path. The default, a finder, comes after the path: a program
    # started beside a clone called `symbayes` would find that folder first, as a package without code.
    package_dir={'': '.'},
    package_data={'symbayes': ['py.typed', '**/*.pyi', *(f'results/**/*.{end}' for end in ('csv', 'npz')), 'data/uci/*']},
    # the nbdev entry point lets `symbol` in prose link to its page
    entry_points={'console_scripts': cfg['console_scripts'].split(), 'nbdev': [f'{cfg["name"]}={cfg["name"]}._modidx:d']},
)
