"""Small networks that were written before their authors had read how continuous symmetries are found (tests/unseen_nets.py).

A row says how many directions were found, how many there are, and which tensors carry the rest. `code` is the commit of the package that was
imported: with an older checkout on PYTHONPATH the script says what the package found then. A run takes less than a minute on a core."""
import subprocess, sys, warnings
from pathlib import Path

from report import beside, driver, here, made

import pandas as pd

import symbayes
from symbayes.all import seeded_module
from symbayes.discovery import certify

sys.path.insert(0, str(here.parent/'tests'))
from unseen_nets import later, unseen

title = 'Networks not seen'

def measured(name: str) -> dict:
    "A row of the table"
    make, inputs = {**unseen, **later}[name]
    net = seeded_module(make, 0).eval()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        c = certify(net, *inputs)
    left_out = sum('did not pass' in str(w.message) for w in said)
    return dict(network=name, weights=sum(p.numel() for p in net.parameters()), found=c.found, nullity=c.nullity, missing='; '.join(c.missing), left_out=left_out)

def run(a):
    git = ['git', '-C', str(Path(symbayes.__file__).parent), 'rev-parse', '--short=7', 'HEAD']
    code = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    t = pd.DataFrame([measured(name) for name in [*unseen, *later]]).assign(code=code, **made('unseen_networks.py'))
    yield 'unseen_networks', beside(a.out/'unseen_networks.csv', t, ['code'])

main = driver(run)

if __name__=='__main__': main()
