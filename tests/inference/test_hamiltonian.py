"Chains on distributions that are known, and runs in pieces"
import pytest, torch
from symbayes.core.messages import SymbayesError
from symbayes.core.random import streams
from symbayes.inference.sampling import ChainRun, ChainState, hmc_transition

def half(w): return .5*w.square().sum(1)+torch.where((w<0).any(1), torch.inf, 0.), w

def begun(energy, w, step=.3):
    state = ChainState.at(w, step)
    state.potential, state.gradient = energy(state.w)
    return state

def test_chains_keep_their_distribution():
    "One dimension of which the answer is known: a normal one cut in half by a wall is refused there"
    gen, drawn = streams(0, 'half'), []
    state = begun(half, torch.rand(400, 1, generator=gen)+.5)
    for t in range(60):
        hmc_transition(half, state, 4, generator=gen)
        if t>=20: drawn.append(state.w)
    w = torch.cat(drawn)
    assert (w>=0).all() and abs(w.mean()-(2/torch.pi)**.5)<.05

def test_what_is_no_number_is_refused():
    "An energy of NaN, and one whose gradient is NaN, leave the chain where it is"
    for bad in ('value', 'gradient'):
        def energy(w):
            far = (w>1).any(1)
            nan = torch.where(far, torch.nan, 0.)
            return .5*w.square().sum(1)+(nan if bad=='value' else 0.), w+(nan[:, None] if bad=='gradient' else 0.)
        state = begun(energy, torch.zeros(50, 1), 1.)
        for _ in range(20): hmc_transition(energy, state, 3, generator=streams(1, bad))
        assert state.w.isfinite().all() and (bad=='gradient' or (state.w<=1).all())

def test_chains_do_not_see_each_other():
    def moved(w, gen):
        state = begun(half, w)
        return hmc_transition(half, state, 4, generator=gen), state.w
    w = torch.rand(3, 2, generator=streams(2, 'start'))
    one, other = (moved(v, streams(3, 'moves')) for v in (w, torch.cat([w[:2], w[2:]+1])))
    assert torch.equal(one[1][:2], other[1][:2])

def test_a_run_goes_on_where_it_was(tmp_path):
    run = ChainRun(begun(half, torch.rand(3, 2)+.1), streams(4, 'run'))
    def go(run):
        run.note(hmc_transition(half, run.state, 3, generator=run.generator))
        run.kept.append(run.state.w.clone())
    go(run)
    run.save(tmp_path/'run.safetensors', 'a half')
    again = ChainRun.load(tmp_path/'run.safetensors', 'a half', torch.Generator())
    for r in (run, again): go(r)
    assert torch.equal(torch.stack(run.kept), torch.stack(again.kept)) and torch.equal(torch.stack(run.log), torch.stack(again.log))
    with pytest.raises(SymbayesError, match='another run of chains'): ChainRun.load(tmp_path/'run.safetensors', 'other', torch.Generator())
