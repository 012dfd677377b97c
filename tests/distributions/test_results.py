"Networks that return more than a tensor and take their inputs by name, and data sets of dicts: without a wrapper by the user."
from collections import OrderedDict, namedtuple
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset

from cases import message, refused, rng
import symbayes.all as sb
from symbayes.core.doors import import_torchvision
from symbayes.core.networks import one_output, with_output
from symbayes.discovery import certify, fold_norms
from symbayes.discovery.graphs import exported, operations

prior, quiet = sb.IsotropicNormal(1.), dict(progress=False)
rows, classes = torch.randn(12, 3, generator=rng()), torch.arange(12)%2

class Cache:
    "Features kept for the next call"
    def __init__(self, h): self.h = h

@dataclass
class Result:
    logits: torch.Tensor
    cache: Any = None

Pair = namedtuple('Pair', 'mean cache')
returned = {
    'dataclass': lambda h, y: Result(y, Cache(h)), 'dict': lambda h, y: dict(logits=y, hidden=h), 'ordered dict': lambda h, y: OrderedDict(loss=None, logits=y, past=[h]),
    'tuple with a cache': lambda h, y: (y, Cache(h)), 'list with nested states': lambda h, y: [y, (h, h), None], 'named tuple': lambda h, y: Pair(y, Cache(h)), 'dict of one': lambda h, y: dict(scores=y, cache=Cache(h))}
several = {'tuple': (lambda h, y: (h, y), 1), 'dict': (lambda h, y: dict(h=h, y=y), 'y'), 'named tuple': (lambda h, y: Pair(y, h), 'mean'), 'function': (lambda h, y: (h, y), lambda out: out[1])}


class Wrapped(nn.Module):
    def __init__(self, wrap):
        super().__init__()
        self.inner, self.last, self.wrap = nn.Linear(3, 5), nn.Linear(5, 2), wrap
    def forward(self, x):
        h = self.inner(x).tanh()
        return self.wrap(h, self.last(h))

def net(wrap=lambda h, y: y): return sb.seeded_module(lambda: Wrapped(wrap), 0)
plain = sb.Problem(net(), prior, sb.Categorical(), (rows, classes))

def same_as_plain(p):
    "The symmetry, the bound and predictions"
    q, own = (sb.MeanField.from_module(m, .1) for m in (p.model, plain.model))
    assert p.group.order==plain.group.order==3840 and p.n==12
    assert torch.equal(sb.evaluate(p, q, generator=rng(), **quiet).total, sb.evaluate(plain, own, generator=rng(), **quiet).total)
    assert torch.equal(sb.predict(p, q, rows, 3, generator=rng()), sb.predict(plain, own, rows, 3, generator=rng()))

@pytest.mark.defect('P18')
@pytest.mark.parametrize('how', returned)
def test_a_result_with_one_tensor_or_logits_is_its_tensor(how):
    model = net(returned[how])
    same_as_plain(sb.Problem(model, prior, sb.Categorical(), (rows, classes)))
    q = sb.MeanField.from_module(model, .1)
    sb.fit(model, q, prior, sb.Categorical(), (rows, classes), epochs=2, **quiet)

@pytest.mark.defect('P18')
@pytest.mark.parametrize('how', several)
def test_outputs_name_one_of_several(how):
    wrap, outputs = several[how]
    model = net(wrap)
    refused('expected one tensor: outputs= of Problem', lambda: sb.Problem(model, prior, sb.Categorical(), (rows, classes)))
    p = sb.Problem(model, prior, sb.Categorical(), (rows, classes), outputs=outputs)
    same_as_plain(p)
    assert not model._forward_hooks and p.model.inner is model.inner
    same_as_plain(replace(p, n_data=12))
    same_as_plain(sb.Problem(deepcopy(p.model), prior, sb.Categorical(), (rows, classes)))
    q = sb.MeanField.from_module(model, .1)
    sb.fit(model, q, prior, sb.Categorical(), (rows, classes), outputs=outputs, epochs=2, **quiet)
    sb.ensemble(p, n_members=2, epochs=2, **quiet)

@pytest.mark.parametrize('out', [None, 3, 'logits', (), dict(a=1), object(), (torch.zeros(2), torch.zeros(2))], ids=lambda out: type(out).__name__)
def test_no_tensor_is_a_line(out):
    refused('the model returns a ', one_output, out)
    message(lambda: sb.Problem(net(lambda h, y: out), prior, sb.Categorical(), (rows, classes)))

@pytest.mark.defect('P10')
@pytest.mark.parametrize('how', returned)
def test_finders_leave_out_what_is_no_tensor(how):
    "Recorded and exported: the group without the features that a cache holds"
    model = net(returned[how]).eval()
    holds = how in ('list with nested states',)  # tensors in a list are outputs
    found = sb.symmetry_group(model, rows)
    assert found.order==(1 if holds else 3840)
    for write in (operations, exported): assert any(n.op=='output' for n in write(model, ((rows,), {})).graph.nodes)
    assert '\n' in str(sb.symmetry_report(model, rows)) and certify(model, rows).complete is not None
    if not holds:
        moved = found.moved(model, found.sample(generator=rng(3)))
        a = sb.align(model, moved, found)
        assert torch.allclose(one_output(found.moved(moved, a)(rows)), one_output(model(rows)), atol=1e-5)

def test_norms_are_folded_in_networks_with_caches():
    for how in ('dataclass', 'tuple with a cache'):
        model = nn.Sequential(nn.LayerNorm(3), net(returned[how])).eval()
        with torch.no_grad(): model[0].weight.mul_(2.)
        folded, report = fold_norms(model, rows)
        assert (report['why not']=='').all() and len(report)==3
        assert torch.allclose(one_output(folded(rows)), one_output(model(rows)), atol=1e-5)

class Rows(Dataset):
    def __init__(self, names, key): self.names, self.key = names, key
    def __len__(self): return 12
    def __getitem__(self, i): return {k: rows[i] for k in self.names} | {self.key: classes[i]}

@pytest.mark.defect('P18')
@pytest.mark.parametrize('name', ['x', 'image'])
@pytest.mark.parametrize('key', ['labels', 'label'])
def test_data_of_dicts(name, key):
    "A loader, a data set and a dict; a single input may have another name than the network's"
    for data in (DataLoader(Rows([name], key), 5), Rows([name], key), {name: rows, key: classes}, ({name: rows}, classes)):
        p = sb.Problem(net(), prior, sb.Categorical(), data)
        same_as_plain(p)
        sb.fit(p, sb.MeanField.from_module(p.model, .1), epochs=2, **quiet)

@pytest.mark.defect('P18')
def test_inputs_by_name():
    class Two(nn.Module):
        def __init__(self): super().__init__(); self.net = nn.Linear(3, 2)
        def forward(self, a, *, scale): return dict(logits=self.net(a)*scale[:, :1], seen=a)
    p = sb.Problem(Two(), prior, sb.Categorical(), DataLoader(Rows(['a', 'scale'], 'labels'), 5))
    q = sb.MeanField.from_module(p.model, .1)
    assert sb.predict(p, q, dict(a=rows, scale=rows), 4).shape==(4, 12, 2) and sb.fit(p, q, epochs=1, **quiet) is not None
    for data in (DataLoader(Rows(['a'], 'labels'), 5), dict(a=rows), dict(a=rows, scale=rows[:3], labels=classes)):
        message(lambda: sb.Problem(Two(), prior, sb.Categorical(), data))

def test_a_module_with_another_output_shares_its_weights():
    model = net(several['tuple'][0])
    other = with_output(model, 1)
    assert dict(other.named_parameters()).keys()==dict(model.named_parameters()).keys() and other.inner.weight is model.inner.weight
    assert isinstance(model(rows), tuple) and torch.equal(other(rows), model(rows)[1])

# %% with transformers

ids = torch.randint(3, 23, (6, 5), generator=rng())
common = dict(vocab_size=23, hidden_size=8, num_attention_heads=2, intermediate_size=6, num_hidden_layers=1, max_position_embeddings=12, pad_token_id=0)
decoder = common | dict(num_key_value_heads=1, head_dim=4, bos_token_id=1, eos_token_id=2)
gpt = dict(vocab_size=23, n_embd=8, n_layer=1, n_head=2, n_positions=12, n_inner=6, bos_token_id=1, eos_token_id=2, pad_token_id=0)
kinds = {
    'LlamaForCausalLM': ('LlamaConfig', decoder), 'MistralForCausalLM': ('MistralConfig', decoder), 'Qwen2ForCausalLM': ('Qwen2Config', decoder), 'GPT2LMHeadModel': ('GPT2Config', gpt),
    'GPTNeoXForCausalLM': ('GPTNeoXConfig', common), 'MambaForCausalLM': ('MambaConfig', dict(vocab_size=23, hidden_size=8, state_size=3, num_hidden_layers=1, expand=2, conv_kernel=3, time_step_rank=2)),
    'BertForSequenceClassification': ('BertConfig', common|dict(num_labels=3)), 'RobertaForSequenceClassification': ('RobertaConfig', common|dict(num_labels=3)),
    'LlamaForSequenceClassification': ('LlamaConfig', decoder|dict(num_labels=3)), 'BertForTokenClassification': ('BertConfig', common|dict(num_labels=4)),
    'GPT2ForTokenClassification': ('GPT2Config', gpt|dict(num_labels=4)), 'BertForMaskedLM': ('BertConfig', common),
    'ViTForImageClassification': ('ViTConfig', dict(hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=6, image_size=8, patch_size=4, num_channels=1, num_labels=5)),
    'T5ForConditionalGeneration': ('T5Config', dict(vocab_size=23, d_model=8, d_kv=3, d_ff=6, num_layers=1, num_decoder_layers=1, num_heads=2, relative_attention_num_buckets=6,
        relative_attention_max_distance=6, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0))}

def tiny(kind):
    hf = pytest.importorskip('transformers')
    import_torchvision()
    config, options = kinds[kind]
    model = sb.seeded_module(lambda: getattr(hf, kind)(getattr(hf, config)(**options)), 0).eval()
    x = dict(pixel_values=torch.randn(6, 1, 8, 8, generator=rng())) if kind[:3]=='ViT' else dict(input_ids=ids, attention_mask=torch.ones_like(ids))
    if kind[:2]=='T5': x = dict(input_ids=ids, decoder_input_ids=ids.flip(0))
    with torch.no_grad():
        for p in model.parameters(): p.add_(.3*torch.randn(p.shape, generator=rng(len(p))))
        shape = model(**x).logits.shape
    y = torch.randint(0, shape[-1], shape[:-1], generator=rng(3))
    if y.ndim>1: y[:, 0], y[3, 2:] = -100, -100
    return model, x, y

@pytest.mark.defect('P10')
@pytest.mark.parametrize('kind', kinds)
def test_classes_of_transformers_are_problems(kind):
    "As they come, with their caches: the likelihood is their own loss, shifted where they shift"
    model, x, y = tiny(kind)
    loaded = DataLoader([{k: t[i] for k,t in x.items()} | dict(labels=y[i]) for i in range(6)], 4)
    p, whole = (sb.Problem(model, prior, sb.Categorical(), data, None) for data in (loaded, x|dict(labels=y)))
    with torch.no_grad(): out = model(**x, labels=y)
    counted = (y[:, 1:] if p.likelihood.shift else y)!=-100
    assert abs(-p.likelihood.log_prob(out.logits, y).sum()/counted.sum()-out.loss)<1e-5
    q = sb.MeanField.from_module(model, .01)
    for one in (p, whole): sb.fit(one, q, epochs=1, generator=rng(), **quiet)
    assert sb.predict(p, q, x, 3).shape==(3, *out.logits.shape)
    assert sb.evaluate(whole, q, n_samples=2, generator=rng(), **quiet).total.isfinite()

@pytest.mark.defect('P10')
@pytest.mark.slow
@pytest.mark.parametrize('kind', kinds)
def test_classes_of_transformers_have_symmetries(kind):
    model, x, _ = tiny(kind)
    group = sb.symmetry_group(model, **x)
    moved = group.moved(model, group.sample(generator=rng(1)))
    assert len(group.labels)>2 and '\n' in str(sb.symmetry_report(model, **x))
    back = group.moved(moved, sb.align(model, moved, group))
    with torch.no_grad(): assert F.mse_loss(back(**x).logits, model(**x).logits)<1e-8
