"""Checkpoints of Hugging Face's classes with a rotated stream: written in files, loaded by their own class, compared in logits.

The twenty classes of `pretrained_classes.py`, random weights and gains, in double precision: once with the tiny sizes of that script, and once
with 32 channels and three layers, where the rotation is found on a smaller network of the class. Nothing is downloaded.

With --large a checkpoint of 1.1 billion random weights in bfloat16, of the sizes of TinyLlama, is written, rotated and measured: peak of memory."""
import copy, tempfile, time
from pathlib import Path
from typing import Any

from large_networks import memory
from pretrained_classes import built, by_network, networks
from report import driver, made

import torch

from symbayes.all import SymbayesError
from symbayes.core import chunks, first_line, import_torchvision
from symbayes.discovery.rotated_checkpoints import StoredTensors, rotated_checkpoint, write_shards
from symbayes.symmetry.continuous_groups import Block
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

def large() -> dict[str, Any]:
    "Row of a checkpoint of two gigabytes: its peak of memory, in GB, and the error of some rotated rows"
    import_torchvision()
    from transformers import LlamaConfig, LlamaForCausalLM
    config = LlamaConfig(hidden_size=2048, num_hidden_layers=22, num_attention_heads=32, num_key_value_heads=4, intermediate_size=5632, tie_word_embeddings=False,
        architectures=['LlamaForCausalLM'])
    with torch.device('meta'): shapes = {k: tuple(t.shape) for k,t in LlamaForCausalLM(config).state_dict().items()}
    gen = torch.Generator().manual_seed(0)
    def parts(k):
        for rows in chunks(shapes[k][0], shapes[k][-1], 2**22): yield torch.randn(rows.stop-rows.start, *shapes[k][1:], generator=gen).bfloat16()
    q = Block('O', 2048, 1, True, False).rotations(True, gen)[0]
    with tempfile.TemporaryDirectory() as folder:
        one, two = Path(folder, 'one'), Path(folder, 'two')
        config.save_pretrained(one)
        write_shards(one, {k: (torch.bfloat16, s) for k,s in shapes.items()}, parts, 2**30)
        start, begun = memory('VmRSS')/1e9, time.process_time()
        rotated_checkpoint(one, q, two)
        seconds, peak = time.process_time()-begun, memory('VmHWM')/1e9
        before, behind = map(StoredTensors, (one, two))
        name, rows = 'model.layers.3.mlp.up_proj.weight', slice(100, 200)
        want = before.read(name, rows).double()*before.read('model.layers.3.post_attention_layernorm.weight').double()@q.mT
        gap = ((behind.read(name, rows)-want).norm()/want.norm()).item()
        gigabytes = sum(f.stat().st_size for f in one.glob('*.safetensors'))/1e9
    weights = sum(torch.Size(s).numel() for s in shapes.values())
    return dict(network='Llama, sizes of TinyLlama', weights=weights, gigabytes=gigabytes, before=start, peak=peak, seconds=seconds, gap=gap)

options = dict(networks=(list(networks), ['Llama', 'GPT-2']), seed=0, large=False)

def run(a):
    if a.large:
        yield 'checkpoint_memory', [large() | made('rotated_checkpoints.py --large', 'transformers')]
        return
    both = lambda name: [measured(name, wide, a.seed) for wide in (False, True)]
    yield from by_network(a, 'rotated_checkpoints', both, ['network', 'wide', 'seed'])

main = driver(run, options, peers=('transformers',), digits='%.4g')

if __name__=='__main__': main()
