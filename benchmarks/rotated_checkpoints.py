"""Checkpoints of Hugging Face's classes with a rotated stream: written in files, loaded by their own class, compared in logits.

The twenty classes of `pretrained_classes.py`, random weights and gains, in double precision: once with the tiny sizes of that script, and once
with 32 channels and three layers, where the rotation is found on a smaller network of the class. Nothing is downloaded."""
import copy, tempfile
from typing import Any

from pretrained_classes import built, networks
from report import beside, commit, driver, versions

import torch

from symbayes.all import SymbayesError
from symbayes.core import first_line
from symbayes.discovery.rotated_checkpoints import rotated_checkpoint
from symbayes.symmetry.verification import Widened

title = 'Rotated checkpoints'

def widened(model: Any, seed: int) -> Any:
    "The same class with 32 channels and three layers"
    c = copy.deepcopy(model.config)
    for k,n in dict(hidden_size=32, num_hidden_layers=3).items(): setattr(c, k, n)
    if c.to_dict().get('layer_types') and not isinstance(getattr(type(c), 'layer_types', None), property): c.layer_types = (c.layer_types*3)[:3]
    if hasattr(c, 'expand'): c.intermediate_size = 64
    torch.manual_seed(seed)
    net = type(model)(c).double().eval()
    with torch.no_grad():
        for p in net.parameters(): p.add_(.1*torch.randn(p.shape, dtype=p.dtype))
    return net

def measured(name: str, wide: bool, seed: int = 0) -> dict[str, Any]:
    "A row of the table"
    row: dict[str, Any] = dict(network=name, wide=int(wide), seed=seed, error='')
    try:
        model, call, _ = built(name, seed)
        net = widened(model.net, seed) if wide else model.net
        row |= dict(kind=type(net).__name__, weights=sum(p.numel() for p in net.parameters()), tied=int(len(net.state_dict())>len({id(p) for p in net.state_dict(keep_vars=True).values()})))
        with tempfile.TemporaryDirectory() as folder:
            rotated_checkpoint(net, 'hadamard', folder, shard_bytes=100_000, generator=torch.Generator().manual_seed(seed))
            again = type(net).from_pretrained(folder, dtype=torch.float64, local_files_only=True).double().eval()  # some parts stay single
        again.config._attn_implementation, again.config._experts_implementation = 'eager', 'batched_mm'
        with torch.no_grad(), Widened(): y, z = (m(**call).logits for m in (net, again))
        row |= dict(gap=((y-z).abs().max()/y.abs().max()).item())
    except (SymbayesError, RuntimeError, ValueError) as e: row['error'] = f'{type(e).__name__}: {first_line(e)}'
    return row

options = dict(networks=(list(networks), ['Llama', 'GPT-2']), seed=0)

def run(a):
    made = dict(command=f'python benchmarks/rotated_checkpoints.py --seed {a.seed}', commit=commit(), versions=versions(('transformers',)))
    for name in a.networks:
        rows = [measured(name, wide, a.seed) | made for wide in (False, True)]
        both = beside(a.out/'rotated_checkpoints.csv', rows, ['network', 'wide', 'seed'])
        both['at'] = both.network.map(list(networks).index)
        yield 'rotated_checkpoints', both.sort_values(['seed', 'at', 'wide']).drop(columns='at')

main = driver(run, options, peers=('transformers',), digits='%.4g')

if __name__=='__main__': main()
