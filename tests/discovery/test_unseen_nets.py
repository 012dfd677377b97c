"Networks that were written before the finder was read: dimensions found, all that there are, and tensors that carry the rest."
import pytest
import torch
from cases import normal
from symbayes.core.tensors import seeded_module
from symbayes.discovery.continuous import certify
from unseen_nets import later, unseen

# Directions found and directions that keep the function. Before any mend 6 of 12 were complete, and 2 of the 5 that came later; none had more
# found than there is.
expected = dict(geglu=(29, 29), grouped_queries=(43, 43), cross_attention=(44, 44), two_adapters=(8, 16), wide_and_deep=(28, 28),
    dense_experts=(20, 20), parallel_block=(85, 85), linear_bottleneck=(15, 15), mixer=(49, 49), gated_recurrence=(4, 4),
    conditional_encoder=(13, 27), linear_attention=(9, 9),
    complex_rotary=(58, 58), latent_reader=(115, 127), pointwise_stack=(21, 21), shared_expert=(26, 26), adapted_attention=(11, 27))  # 2 of 5 at first
# Tensors of no kind that the group knows: two adapters mix as one of twice the rank, and nothing reads the variances. Three latents span too
# little for their queries, and a head with fewer outputs than an adapted layer has more freedom than matrices
carried = dict(two_adapters={'a.style', 'a.task', 'b.style', 'b.task'}, conditional_encoder={'log_var.weight', 'log_var.bias'})

nets = {**unseen, **later}
long = {'geglu', 'grouped_queries', 'linear_attention', 'dense_experts', 'complex_rotary', 'shared_expert', 'latent_reader', 'adapted_attention'}

@pytest.mark.parametrize('name', [pytest.param(k, marks=pytest.mark.slow) if k in long else k for k in nets])
def test_found_is_all_there_is_or_tensors_are_named(name):
    make, x = nets[name]
    c = certify(seeded_module(make, 0).eval(), *x)
    assert (c.found, c.nullity)==expected[name] and not c.continuous.left_out
    assert c.complete==(c.found==c.nullity) and set(c.missing)==carried.get(name, set(c.missing)) and bool(c.missing)!=c.complete
    assert c.gap[0]>1e4*c.gap[1]

def test_redundant_shifts_are_counted_once():
    "A key bias and a learned key shift together: the group's own dimension is that of its directions"
    make, x = unseen['cross_attention']
    g = certify(seeded_module(make, 0).eval(), *x).continuous
    w = {k: normal(s, seed=2) for k,s in g.shapes.items()}
    assert torch.linalg.matrix_rank(g.tangents(w))==g.dimension
