"Checkpoints in parts: files as safetensors reads them, rotations of classes of `transformers` where it is installed, bad input."
import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from cases import normal, refused, rng
from symbayes.core import import_torchvision
from symbayes.discovery.rotated_checkpoints import StoredTensors, rotated_checkpoint, write_shards
from symbayes.symmetry.verification import Widened

def test_files_are_those_of_safetensors(tmp_path):
    tensors = {'a': torch.randn(5, 3, 2), 'b.0.c': torch.randn(4).bfloat16(), 'n': torch.tensor(7), 'm': torch.randn(3, 2, dtype=torch.float64)>0,
        'none': torch.zeros(0, 3), 'h': torch.randn(9).half()}
    about = {k: (t.dtype, tuple(t.shape)) for k,t in tensors.items()}
    halves = lambda k: iter(tensors[k].split(2)) if tensors[k].ndim and len(tensors[k]) else iter([tensors[k]])
    for size in (10**6, 60):
        folder = tmp_path/str(size)
        folder.mkdir()
        write_shards(folder, about, halves, size)
        found = {k: t for f in folder.glob('*.safetensors') for k,t in load_file(f).items()}
        assert found.keys()==tensors.keys() and all(torch.equal(found[k], t) and found[k].dtype==t.dtype for k,t in tensors.items())
        stored = StoredTensors(folder)
        assert all(torch.equal(stored.read(k), t) for k,t in tensors.items()) and torch.equal(stored.read('a', slice(1, 4)), tensors['a'][1:4])
    index = json.loads((folder/'model.safetensors.index.json').read_text())
    assert index['weight_map'].keys()==tensors.keys() and all((folder/n).exists() for n in index['weight_map'].values())
    save_file({'x': torch.randn(6, 2)}, tmp_path/'own.safetensors')
    assert torch.equal(StoredTensors(tmp_path).read('x'), load_file(tmp_path/'own.safetensors')['x'])

def test_bad_folders(tmp_path):
    refused('no config.json', lambda: rotated_checkpoint(tmp_path, out=tmp_path/'out'))
    (tmp_path/'config.json').write_text(json.dumps(dict(architectures=['LlamaForCausalLM'])))
    refused('no safetensors file', lambda: rotated_checkpoint(tmp_path, out=tmp_path/'out'))
    (tmp_path/'config.json').write_text(json.dumps(dict(auto_map={'AutoModel': 'code.Model'})))
    refused('auto_map', lambda: rotated_checkpoint(tmp_path, out=tmp_path/'out'))
    refused('expected a network of transformers', lambda: rotated_checkpoint(nn.Linear(2, 2), out=tmp_path/'out'))

# %% with transformers

def made(name, seed=0, **options):
    hf = pytest.importorskip('transformers')
    import_torchvision()
    known = dict(vocab_size=23, hidden_size=32, num_attention_heads=4, intermediate_size=20, num_hidden_layers=3, max_position_embeddings=12,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, architectures=[f'{name}ForCausalLM' if name!='GPT2' else 'GPT2LMHeadModel'])
    config = getattr(hf, f'{name}Config')(**known | options)
    config._attn_implementation = 'eager'
    torch.manual_seed(seed)
    net = getattr(hf, config.architectures[0])(config).double().eval()
    with torch.no_grad():
        for p in net.parameters(): p.add_(.2*torch.randn_like(p))
    return net

def gap(net, folder):
    again = type(net).from_pretrained(folder, dtype=torch.float64, local_files_only=True).eval()
    again.config._attn_implementation = 'eager'
    with torch.no_grad(), Widened(): y, z = (m(torch.arange(20).reshape(2, 10)).logits for m in (net, again))
    return ((y-z).abs().max()/y.abs().max()).item()

@pytest.mark.parametrize('name', ['Llama', 'GPT2'])
@pytest.mark.parametrize('tied', [False, True])
def test_a_wide_network_follows_a_small_one(name, tied, tmp_path):
    net = made(name, tie_word_embeddings=tied)
    table = rotated_checkpoint(net, 'hadamard', tmp_path/'out', shard_bytes=40_000, generator=rng(0))
    assert gap(net, tmp_path/'out')<1e-6 and len(list((tmp_path/'out').glob('*.safetensors')))>1
    assert not json.loads((tmp_path/'out'/'config.json').read_text())['tie_word_embeddings'] and 'lm_head.weight' in set(table.tensor)
    stored, own = StoredTensors(tmp_path/'out'), net.state_dict()
    assert all(not torch.equal(stored.read(k), own[k]) for k in own if k.endswith('embed_tokens.weight') or k.endswith('wte.weight'))
    net.save_pretrained(tmp_path/'saved')
    rotated_checkpoint(tmp_path/'saved', 'hadamard', tmp_path/'again', generator=rng(0))
    assert gap(net, tmp_path/'again')<1e-6

def test_matrices_and_refusals(tmp_path):
    net, layer = made('Llama'), made('GPT2')
    q = torch.linalg.qr(normal(32, 32))[0]
    rotated_checkpoint(net, q, tmp_path/'q')
    assert gap(net, tmp_path/'q')<1e-6
    refused('not orthogonal', lambda: rotated_checkpoint(net, 2*q, tmp_path/'other'))
    refused('expected "hadamard" or an orthogonal matrix', lambda: rotated_checkpoint(net, 'haar', tmp_path/'other'))
    refused('new or an empty folder', lambda: rotated_checkpoint(net, q, tmp_path/'q'))
    refused('LayerNorm takes the mean away', lambda: rotated_checkpoint(layer, q, tmp_path/'other'))
    refused('has no free rotation', lambda: rotated_checkpoint(made('Gemma2', head_dim=8), q, tmp_path/'other'))
    assert not (tmp_path/'other').exists()

@pytest.mark.parametrize('name, options', [('Gemma', dict(head_dim=8, num_key_value_heads=2)), ('Cohere', {}), ('OPT', dict(ffn_dim=20, word_embed_proj_dim=32))])
def test_gains_behind_a_cast_and_other_words_for_sizes(name, options, tmp_path):
    "Gemma adds one to its gains; Cohere and Gemma cast them; OPT has own names of sizes"
    net = made(name, **options)
    rotated_checkpoint(net, out=tmp_path/'out')
    assert gap(net, tmp_path/'out')<1e-6

def test_a_network_without_a_head_and_rotations_of_numpy(tmp_path):
    net = made('Llama')
    refused('expected a class with a head', lambda: rotated_checkpoint(net.model, out=tmp_path/'base'))
    q = torch.linalg.qr(normal(32, 32))[0]
    rotated_checkpoint(net, q.numpy(), tmp_path/'q')
    assert gap(net, tmp_path/'q')<1e-6
