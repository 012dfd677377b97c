"""Symmetries of tiny networks of Hugging Face's classes: found, certified, folded and rotated, with no line for any class in the package.

Every configuration has random sizes and random weights and is read as it is: eager attention, no cache, tensors in, logits out. A row says how many
continuous directions were found, how many there are, what is missing, whether the stream may rotate, and by how much a rotated network differs.
Experts are multiplied in batches (`experts_implementation='batched_mm'`): a loop over the experts that are hit depends on data and has no graph.
The largest network here has 1,700 weights. A run takes about 15 minutes on a core; nothing is downloaded."""
import os, random, time, warnings
from collections.abc import Callable, Iterator
from typing import Any

os.environ |= {'HF_HUB_OFFLINE': '1', 'TRANSFORMERS_VERBOSITY': 'error'}

from report import beside, driver, made

import torch
from torch import Tensor, nn

from symbayes.all import SymbayesError
from symbayes.core import first_line, import_torchvision
from symbayes.discovery import certify, continuous_group, fold_norms
from symbayes.discovery.finding import find_symmetries
from symbayes.symmetry import ContinuousGroup
from symbayes.symmetry.verification import Widened

title = 'Classes of transformers'
words, length = 23, 6

def sizes(seed: int) -> dict[str, int]:
    "Random sizes of a network"
    r = random.Random(seed)
    heads, kv = r.choice([(2, 1), (2, 2), (4, 2)])
    return dict(hidden=r.choice([6, 8]), heads=heads, kv=kv, inner=r.choice([5, 6, 7]))

def decoder(s: dict, **more: Any) -> dict:
    return dict(vocab_size=words, tie_word_embeddings=False, hidden_size=s['hidden'], num_attention_heads=s['heads'], num_key_value_heads=s['kv'], head_dim=4,
        intermediate_size=s['inner'], num_hidden_layers=2, max_position_embeddings=32, pad_token_id=0, bos_token_id=1, eos_token_id=2) | more

def whole(s: dict, **more: Any) -> dict:
    "Heads that are together as wide as the stream"
    return dict(vocab_size=words, hidden_size=8, num_attention_heads=2, intermediate_size=s['inner'], num_hidden_layers=2, max_position_embeddings=length, pad_token_id=0) | more

def experts(s: dict, **more: Any) -> dict:
    return decoder(s, num_hidden_layers=1, num_experts_per_tok=2, moe_intermediate_size=s['inner'], experts_implementation='batched_mm') | more

def latent(s: dict, **more: Any) -> dict:
    "Queries, keys and values behind low ranks"
    ranks = dict(kv_lora_rank=4, q_lora_rank=5, qk_nope_head_dim=3, qk_rope_head_dim=4, v_head_dim=3, first_k_dense_replace=1, n_shared_experts=1)
    return {k: v for k,v in experts(s, num_hidden_layers=2, num_key_value_heads=s['heads'], **ranks | more).items() if k!='head_dim'}

Configuration = tuple[str, str, Callable[[dict], dict]]
networks: dict[str, Configuration] = {
    'Llama': ('LlamaForCausalLM', 'LlamaConfig', decoder),
    'Mistral': ('MistralForCausalLM', 'MistralConfig', lambda s: decoder(s, sliding_window=4)),
    'Qwen2': ('Qwen2ForCausalLM', 'Qwen2Config', decoder),
    'Qwen3': ('Qwen3ForCausalLM', 'Qwen3Config', decoder),
    'Gemma 2': ('Gemma2ForCausalLM', 'Gemma2Config', lambda s: decoder(s, sliding_window=4)),
    'Gemma 3': ('Gemma3ForCausalLM', 'Gemma3TextConfig', lambda s: decoder(s, sliding_window=4)),
    'GPT-2': ('GPT2LMHeadModel', 'GPT2Config', lambda s: dict(vocab_size=words, tie_word_embeddings=False, n_embd=8, n_layer=2, n_head=2, n_positions=length,
        n_inner=s['inner'], bos_token_id=1, eos_token_id=2)),
    'GPT-NeoX': ('GPTNeoXForCausalLM', 'GPTNeoXConfig', lambda s: whole(s, tie_word_embeddings=False)),
    'BERT': ('BertForMaskedLM', 'BertConfig', whole),
    'RoBERTa': ('RobertaForMaskedLM', 'RobertaConfig', lambda s: whole(s, max_position_embeddings=length+1, type_vocab_size=1)),
    'DeBERTa': ('DebertaV2ForMaskedLM', 'DebertaV2Config', lambda s: whole(s, relative_attention=True, max_relative_positions=length, pos_att_type=['p2c', 'c2p'],
        position_biased_input=False, type_vocab_size=0, pooler_hidden_size=8)),
    'T5': ('T5ForConditionalGeneration', 'T5Config', lambda s: dict(vocab_size=words, tie_word_embeddings=False, d_model=s['hidden'], d_kv=3, d_ff=s['inner'],
        num_layers=1, num_decoder_layers=1, num_heads=2, relative_attention_num_buckets=6, relative_attention_max_distance=6, pad_token_id=0, eos_token_id=1,
        decoder_start_token_id=0)),
    'ViT': ('ViTForImageClassification', 'ViTConfig', lambda s: dict(hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=s['inner'],
        image_size=8, patch_size=4, num_channels=1, num_labels=9)),
    'Mixtral': ('MixtralForCausalLM', 'MixtralConfig', lambda s: experts(s, num_local_experts=3)),
    'Qwen3 MoE': ('Qwen3MoeForCausalLM', 'Qwen3MoeConfig', lambda s: experts(s, num_experts=3, norm_topk_prob=True)),
    'Cohere': ('CohereForCausalLM', 'CohereConfig', decoder),
    'GPT-J': ('GPTJForCausalLM', 'GPTJConfig', lambda s: dict(vocab_size=words, tie_word_embeddings=False, n_embd=8, n_layer=2, n_head=2, rotary_dim=4,
        n_positions=length, n_inner=s['inner'], bos_token_id=1, eos_token_id=2)),
    'DeepSeek V2': ('DeepseekV2ForCausalLM', 'DeepseekV2Config', lambda s: latent(s, qk_nope_head_dim=4, n_routed_experts=3, n_group=1, topk_group=1)),
    'DeepSeek V3': ('DeepseekV3ForCausalLM', 'DeepseekV3Config', lambda s: latent(s, n_routed_experts=4, n_group=2, topk_group=1)),
    'Mamba': ('MambaForCausalLM', 'MambaConfig', lambda s: dict(vocab_size=words, tie_word_embeddings=False, hidden_size=s['hidden'], state_size=3, num_hidden_layers=1,
        expand=2, conv_kernel=3, time_step_rank=2)),
}
after = 'the gain of a norm is behind the sum with the stream (post-norm)'
within = 'the gain of a norm is in front of the sum with the stream'
tied = 'the class ties the head to the embedding, behind the gain of a norm'
no_rotation = {'T5': tied, 'BERT': after, 'RoBERTa': after, 'DeBERTa': after, 'Gemma 2': within, 'Gemma 3': within}

class Logits(nn.Module):
    "Network that returns its logits only: other outputs would hold the stream"
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net
    def forward(self, **inputs: Tensor) -> Tensor: return self.net(**inputs).logits

def inputs_of(name: str, g: torch.Generator) -> dict[str, Tensor]:
    "Inputs with all words, positions and kinds that a network knows"
    ids = torch.cat([torch.randperm(words, generator=g), torch.zeros(1, dtype=torch.long)]).reshape(-1, length)
    each = torch.arange(ids.numel()).reshape(ids.shape)
    if name=='ViT': return dict(pixel_values=torch.randn(3, 1, 8, 8, generator=g, dtype=torch.float64))
    if name=='T5': return dict(input_ids=ids, decoder_input_ids=ids.flip(0))
    return dict(input_ids=ids) | {'BERT': dict(token_type_ids=each%2), 'RoBERTa': dict(position_ids=each%(length+1))}.get(name, {})

def built(name: str, seed: int = 0) -> tuple[nn.Module, dict[str, Tensor], Callable[[], nn.Module]]:
    "A network in double precision with random weights, its inputs, and a function that makes another one"
    import_torchvision()
    import transformers as hf
    network, config, options = networks[name]
    def make() -> nn.Module:
        c = getattr(hf, config)(**options(sizes(seed)))
        c._attn_implementation, c.use_cache = 'eager', False
        return Logits(getattr(hf, network)(c)).double().eval()
    torch.manual_seed(seed)
    model, g = make(), torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in model.parameters(): p.add_(.3*torch.randn(p.shape, generator=g, dtype=p.dtype))
    return model, inputs_of(name, g), make

def stream(group: ContinuousGroup, width: int) -> str:
    "Kind of the matrix that turns the stream, '' if none does"
    return next((b.kind for b in group.blocks.values() if b.orthogonal and b.count==1 and b.size==width), '')

def rotated(model: nn.Module, call: dict, make: Callable[[], nn.Module]) -> dict[str, Any]:
    "Fold the norms, rotate all blocks at random, and compare outputs; the state dict goes into a new network of the class"
    folded, report = fold_norms(model, **call)
    group = continuous_group(folded, **call)
    turned = group.moved(folded, group.rotation(generator=torch.Generator().manual_seed(0)))
    again = make()
    again.load_state_dict(turned.state_dict())
    single = {k: x.float() if x.is_floating_point() else x for k,x in call.items()}
    with torch.no_grad():
        with Widened(): y, z = model(**call), again(**call)
        u, v = model.float()(**single), again.float()(**single)
    size = y.abs().max().item()
    return dict(folded=int((report['why not']=='').sum()), gap_double=(y-z).abs().max().item()/size, gap_single=(u-v).abs().max().item()/size)

def measured(name: str, seed: int = 0) -> dict[str, Any]:
    "A row of the table"
    row: dict[str, Any] = dict(network=name, seed=seed, error='')
    begun = time.perf_counter()
    try:
        model, call, make = built(name, seed)
        row |= dict(kind=type(model.net).__name__, weights=sum(p.numel() for p in model.parameters()))
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter('always')
            permutations = find_symmetries(model, **call).group
            c = certify(model, **call)
        row |= dict(labels=len(permutations.labels), log_order=permutations.log_order, scales=c.scalings.n, continuous=c.continuous.dimension, found=c.found,
            nullity=c.nullity, complete=c.complete, broken=c.broken, missing='; '.join(k.removeprefix('net.') for k in list(c.missing)[:4]), looks=' '.join(c.looks),
            left_out=len(c.continuous.left_out)+sum('did not pass' in str(w.message) for w in said), rotation=stream(c.continuous, model.net.config.hidden_size))
        row['why_none'] = '' if row['rotation'] else no_rotation.get(name, 'not found')
        row |= dict(seconds=time.perf_counter()-begun)
        if row['rotation']: row |= rotated(model, call, make)
    except (SymbayesError, RuntimeError, ImportError, ValueError) as e: row['error'] = f'{type(e).__name__}: {first_line(e)}'
    return row

options = dict(
    networks=(list(networks), ['Llama', 'GPT-2']),
    seed=0,
)

def by_network(a, table: str, rows: Callable[[str], list[dict]], keys: list[str]) -> Iterator[tuple]:
    "A table with the rows of each network in turn, in the order of `networks`"
    about = made(f'{table}.py --seed {a.seed}', 'transformers')
    for name in a.networks:
        both = beside(a.out/f'{table}.csv', [r | about for r in rows(name)], keys)
        both['at'] = both.network.map(list(networks).index)
        yield table, both.sort_values(['seed', 'at']).drop(columns='at')

def run(a): return by_network(a, 'pretrained_classes', lambda name: [measured(name, a.seed)], ['network', 'seed'])

main = driver(run, options, peers=('transformers',), digits='%.4g')

if __name__=='__main__': main()
