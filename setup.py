"Hands settings.ini to setuptools; there is nothing to edit here."
from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup

here = Path(__file__).parent
ini = ConfigParser(delimiters=['='], interpolation=None)
ini.read(here/'settings.ini', encoding='utf-8')
cfg = ini['DEFAULT']

licences = {'apache2': 'Apache-2.0'}
statuses = {1: '1 - Planning', 2: '2 - Pre-Alpha', 3: '3 - Alpha', 4: '4 - Beta', 5: '5 - Production/Stable'}

setup(
    name=cfg['name'],
    version=cfg['version'],
    description=cfg['description'],
    long_description=(here/'README.md').read_text(encoding='utf-8'),
    long_description_content_type='text/markdown',
    author=cfg['author'],
    keywords=[k.strip() for k in cfg['keywords'].split(',')],
    license=licences[cfg['license']],
    classifiers=[f'Development Status :: {statuses[int(cfg["status"])]}', 'Intended Audience :: Science/Research',
        'Programming Language :: Python :: 3', 'Topic :: Scientific/Engineering :: Artificial Intelligence', 'Typing :: Typed'],
    python_requires=f'>={cfg["min_python"]}',
    install_requires=cfg['requirements'].split(),
    extras_require={k: cfg[f'{k}_requirements'].split() for k in ('dev', 'reference', 'cluster', 'methods')},
    packages=find_packages(include=['symbayes', 'symbayes.*']),
    package_data={'symbayes': ['py.typed', 'results/*.csv', 'results/benchmarks/*.csv', 'results/benchmarks/shown/*.csv', 'results/*.npz', 'results/*.safetensors']},
    # the nbdev entry point lets `symbol` in prose link to its page
    entry_points={'console_scripts': cfg['console_scripts'].split(), 'nbdev': [f'{cfg["name"]}={cfg["name"]}._modidx:d']},
)
