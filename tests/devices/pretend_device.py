"""A pretend accelerator, so that code for devices is tested where none is at hand.

    from pretend_device import accelerator, counting
    with accelerator() as device:
        net, x = net.to(device), x.to(device)
        with counting() as waits: net(x)

Tensors say that they are on 'pretend:0' and are computed on the CPU. What CUDA refuses is refused: tensors of two devices in one operation
(0-dimensional CPU tensors may join pointwise ones, CPU indices may index, copies may cross), generators and generator states of another
device, `numpy()` and `np.asarray`. Global random numbers of the device have a state of their own.
`counting` yields how often the host waited for the device, by kind and place.

With the name of a device in the environment, as DEVICE=cuda, `accelerator` gives that one, and nothing is counted.

Not there: memory, dtypes and kernels that CUDA lacks, its roundings, streams, several devices, `is_cuda`, and moving a network
whose graph of gradients is still held."""
from collections import Counter
from contextlib import ExitStack, contextmanager
from unittest import mock
import copy, os, sys, weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map
from torch.utils.backend_registration import _DummyBackendModule, _setup_privateuseone_for_python_backend

name = 'pretend'
chosen = os.environ.get('DEVICE')
real = chosen if chosen!=name else None  # a device that is there
cpu = torch.device('cpu')
aten, Tag = torch.ops.aten, torch.Tag
waits = Counter()  # (kind, place of the caller outside torch) to number
inside_torch = os.path.dirname(torch.__file__)


# random numbers

CPUGenerator, fork_on = torch.Generator, torch.random.fork_rng
first_state = CPUGenerator().manual_seed(0).get_state()
longer = torch.zeros(8, dtype=torch.uint8)  # states of another length than the CPU's, as CUDA's are
device_generators = weakref.WeakValueDictionary()  # by address: torch's own code hands on another object


def is_on_device(generator) -> bool: return generator._cdata in device_generators


class Backend(_DummyBackendModule):
    "What `torch.pretend` offers: the device's global random numbers. Outside `accelerator` there is no device, for the tests beside"
    state = first_state.clone()
    present = False

    def is_available(self): return self.present
    def device_count(self): return int(self.present)

    def get_rng_state(self, device=None): return self.state.clone()
    def set_rng_state(self, state, device=None): self.state = state.clone()
    def manual_seed_all(self, seed): self.state = CPUGenerator().manual_seed(seed).get_state()
    manual_seed = manual_seed_all
    def get_amp_supported_dtype(self): return [torch.float16, torch.bfloat16]


_setup_privateuseone_for_python_backend(name, Backend())
device = torch.device(name, 0)
backend = getattr(torch, name)


class AnyGenerator(type(CPUGenerator)):
    def __instancecheck__(cls, thing): return isinstance(thing, CPUGenerator)


class Generator(CPUGenerator, metaclass=AnyGenerator):
    "A generator of either device"
    def __new__(cls, device='cpu'):
        here = torch.device(device).type==name
        made = super().__new__(cls, cpu if here else device)
        made.here = here
        if here: device_generators[made._cdata] = made
        return made

    def __init__(self, device='cpu'): pass

    @property
    def device(self): return device if self.here else CPUGenerator.device.__get__(self)

    def get_state(self):
        state = super().get_state()
        return torch.cat([state, longer]) if self.here else state

    def set_state(self, state):
        if not self.here: return super().set_state(state)
        if len(state)!=len(first_state)+len(longer): raise RuntimeError('RNG state is wrong size')
        return super().set_state(state[:len(first_state)].clone())

    def clone_state(self): return Generator(self.device).set_state(self.get_state())


def drawn_on_device(func, args, kwargs):
    "Draw from the device's global random numbers"
    before = torch.default_generator.get_state()
    torch.default_generator.set_state(backend.state)
    try: return func(*args, **kwargs)
    finally:
        backend.state = torch.default_generator.get_state()
        torch.default_generator.set_state(before)


# tensors

class OnDevice(torch.Tensor):
    "A tensor on the pretend device; `elem` holds its numbers"
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, elem):
        layout = dict(strides=elem.stride(), storage_offset=elem.storage_offset(), dtype=elem.dtype, layout=elem.layout)
        made = torch.Tensor._make_wrapper_subclass(cls, elem.size(), **layout, device=device)
        made.elem = elem
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None): return run(func, args, kwargs or {})

    def __repr__(self): return f"{self.elem!r} on '{device}'"
    def __format__(self, spec): return format(self.item(), spec) if self.ndim==0 and spec else super().__format__(spec)
    def numpy(self, *args, **kwargs): raise TypeError(f"can't convert {device} device type tensor to numpy. Use Tensor.cpu() first.")
    def __array__(self, *args, **kwargs): self.numpy()
    def data_ptr(self): return self.elem.data_ptr()
    def untyped_storage(self): return self.elem.untyped_storage()
    def is_pinned(self, *args): return False

    def tolist(self):
        count('to host: tolist')
        return self.elem.tolist()

    def set_data(self, new):
        torch.Tensor.data.__set__(self, new)
        self.elem = new.elem
    data = property(torch.Tensor.data.__get__, set_data)

    def __deepcopy__(self, memo):
        if id(self) in memo: return memo[id(self)]
        if not self.is_leaf: raise RuntimeError('Only Tensors created explicitly by the user support the deepcopy protocol')
        memo[id(self)] = made = OnDevice(copy.deepcopy(self.elem, memo))
        vars(made).update({k: copy.deepcopy(v, memo) for k,v in vars(self).items() if k!='elem'})
        made.requires_grad_(self.requires_grad)
        if self.grad is not None: made.grad = copy.deepcopy(self.grad, memo)
        return made

    def __reduce_ex__(self, protocol):
        if getattr(self, '_is_param', False): return torch._utils._rebuild_parameter, (self.detach(), self.requires_grad, {})
        numbers = self.elem.detach(), self.dtype, str(device), self.requires_grad
        return torch._utils._rebuild_device_tensor_from_cpu_tensor, numbers


# what is refused

def packets(*names: str) -> set: return {getattr(aten, n) for n in names if hasattr(aten, n)}

crossing = packets('_to_copy', 'copy_', 'copy', '_copy_from', '_copy_from_and_resize', 'fill', 'fill_', '_foreach_copy_', '_pack_padded_sequence')
reading = packets('index', '_unsafe_index')
indexing = reading | packets('index_put', 'index_put_', '_index_put_impl_', '_unsafe_index_put')
scalars_join = packets('where', 'masked_fill', 'masked_fill_', 'lerp', 'lerp_', 'addcmul', 'addcmul_', 'addcdiv', 'addcdiv_', 'index_fill',
    'index_fill_', '_fused_adam_', '_fused_adamw_', '_fused_sgd_')


def refuse(func):
    raise RuntimeError(f'Expected all tensors to be on the same device, but found at least two devices, {device} and cpu! ({func})')


def check_indexing(func, args):
    values = [] if func.overloadpacket in reading else args[2:3]
    own = isinstance(args[0], OnDevice)
    if not own and any(isinstance(i, OnDevice) for i in args[1]):
        raise RuntimeError('indices should be either on cpu or on the same device as the indexed tensor (cpu)')
    if any(isinstance(v, OnDevice)!=own and v.ndim for v in values): refuse(func)


def written_by(func, args) -> list:
    "Tensors that an operation writes to"
    written = {a.name for a in func._schema.arguments if a.alias_info is not None and a.alias_info.is_write}
    return [t for a,t in zip(func._schema.arguments, args) if a.name in written and isinstance(t, torch.Tensor)]


def check_devices(func, args, here, there):
    "Refuse tensors of two devices as CUDA does; `here` are those on the device, `there` the others"
    packet = func.overloadpacket
    if not here or not there or packet in crossing: return
    if packet in indexing: return check_indexing(func, args)
    pointwise = Tag.pointwise in func.tags and not func.__name__.startswith('_foreach')
    joins = pointwise or packet in scalars_join
    large = any(t.ndim for t in there)
    kept = all(isinstance(t, OnDevice) for t in written_by(func, args))
    if not joins or large or not kept: refuse(func)


def check_generators(func, flat, on_device):
    for g in flat:
        if isinstance(g, CPUGenerator) and is_on_device(g)!=on_device:
            expected = name if on_device else 'cpu'
            raise RuntimeError(f"Expected a '{expected}' device type for generator but found the other ({func})")


class GeneratorChecks(TorchDispatchMode):
    "Refuse generators of the device where nothing else is on it"
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        to, flat = kwargs.get('device'), tree_flatten((args, kwargs))[0]
        on_device = any(isinstance(a, OnDevice) for a in flat) if to is None else torch.device(to).type==name
        for g in flat:
            if isinstance(g, CPUGenerator) and is_on_device(g): check_generators(func, [g], on_device)
        return func(*args, **kwargs)


# where the host waits

copies = packets('_to_copy', 'copy_', 'copy', '_copy_from')
waiting = packets('_linalg_check_errors', 'multinomial')  # besides those that torch tags
waiting_tags = {Tag.data_dependent_output, Tag.dynamic_output_shape}


def place() -> str:
    "File and line of the nearest caller outside torch"
    f = sys._getframe(2)
    while f.f_back and (f.f_code.co_filename.startswith((inside_torch, '<')) or f.f_code.co_filename==__file__): f = f.f_back
    return f'{f.f_code.co_filename}:{f.f_lineno}'


def count(kind): waits[kind, place()] += 1


def count_waits(func, args, out_here):
    packet = func.overloadpacket
    if packet in copies:
        source = args[0] if packet in (aten._to_copy, aten._copy_from) else args[1]
        if isinstance(source, OnDevice)!=out_here: count('to device: copy' if out_here else 'to host: copy')
    elif packet is aten._local_scalar_dense: count('to host: item')
    elif packet in (aten.masked_fill, aten.masked_fill_):
        if isinstance(args[2], OnDevice): count('to host: masked_fill')
    elif packet in indexing:
        places = [t for t in args[1] if t is not None]
        scalar = len(args)>2 and args[2].numel()==1
        if any(not isinstance(t, OnDevice) for t in places): count('to device: index')
        if not scalar and any(t.dtype in (torch.bool, torch.uint8) for t in places): count('to host: index by mask')
    elif packet in waiting or waiting_tags & set(func.tags): count(f'to host: {packet.__name__}')


@contextmanager
def counting():
    "Yield a table of the waits inside, filled at the end"
    before, found = Counter(waits), Counter()
    try: yield found
    finally: found.update(waits-before)


# an operation

def goes_to_device(func, args, kwargs, here) -> bool:
    wanted, packet = kwargs.get('device'), func.overloadpacket
    if wanted is not None: return torch.device(wanted).type==name
    if packet is aten._copy_from: return isinstance(args[1], OnDevice)
    if packet in crossing | indexing: return isinstance(args[0], OnDevice)
    return bool(here)


def as_plain(a):
    if isinstance(a, OnDevice): return a.elem
    return cpu if isinstance(a, torch.device) and a.type==name else a


def computed(func, args, kwargs, flat, on_device):
    "Compute an operation on the CPU"
    args, kwargs = tree_map(as_plain, (args, {k: v for k,v in kwargs.items() if k!='pin_memory'}))
    if func.overloadpacket is aten._copy_from: return args[1].copy_(args[0])
    draws = Tag.nondeterministic_seeded in func.tags and not any(isinstance(a, CPUGenerator) for a in flat)
    return drawn_on_device(func, args, kwargs) if draws and on_device else func(*args, **kwargs)


def run(func, args, kwargs):
    "Check an operation, compute it on the CPU, and say where its results are"
    flat, _ = tree_flatten((args, kwargs))
    here = [t for t in flat if isinstance(t, OnDevice)]
    there = [t for t in flat if isinstance(t, torch.Tensor) and not isinstance(t, OnDevice)]
    check_devices(func, args, here, there)
    on_device = goes_to_device(func, args, kwargs, here)
    check_generators(func, flat, on_device)
    if here: count_waits(func, args, on_device)
    out = computed(func, args, kwargs, flat, on_device)
    known = {id(t.elem): t for t in here}
    def wrapped(t):
        if not isinstance(t, torch.Tensor) or isinstance(t, OnDevice) or t.device.type!='cpu': return t
        if id(t) in known: return known[id(t)]
        if not on_device: return t
        return OnDevice(torch.zeros_like(t) if t._is_zerotensor() else t.resolve_conj().resolve_neg())
    if func.overloadpacket is aten._pack_padded_sequence: out = wrapped(out[0]), out[1]  # lengths stay on the CPU
    else: out = tree_map(wrapped, out)
    for t in here if func._schema.is_mutable else ():  # operations in place may change shapes
        if t.shape!=t.elem.shape or t.stride()!=t.elem.stride(): torch.Tensor.data.__set__(t, OnDevice(t.elem))
    return out


library = torch.library.Library('_', 'IMPL')  # for what is made on the device, also by torch's own code
library.fallback(lambda func, *args, **kwargs: run(func, args, kwargs), 'PrivateUse1')


# what torch would do by fused kernels

def recurrent(kind: str):
    "A recurrent layer on the device, as PyTorch decomposes it"
    own, parts = getattr(torch._VF, kind), torch._decomp.decompositions
    layer = dict(gru=parts.gru_impl, lstm=parts.lstm_impl)[kind]
    packed = dict(gru=parts.gru_impl_data, lstm=parts.lstm_data_impl)[kind]
    def forward(x, a, *rest):
        if x.device.type!=name: return own(x, a, *rest)
        lengths = isinstance(a, torch.Tensor) and a.dtype==torch.int64
        return (packed if lengths else layer)(x, a, *rest)
    return forward


def gru_cell(x, h, w_x, w_h, b_x=None, b_h=None):
    (r, z, n), (r_h, z_h, n_h) = torch.nn.functional.linear(x, w_x, b_x).chunk(3, -1), torch.nn.functional.linear(h, w_h, b_h).chunk(3, -1)
    z = (z+z_h).sigmoid()
    return (1-z)*(n+(r+r_h).sigmoid()*n_h).tanh()+z*h


def lstm_cell(x, state, w_x, w_h, b_x=None, b_h=None):
    h, c = state
    i, f, g, o = (torch.nn.functional.linear(x, w_x, b_x)+torch.nn.functional.linear(h, w_h, b_h)).chunk(4, -1)
    c = f.sigmoid()*c+i.sigmoid()*g.tanh()
    return o.sigmoid()*c.tanh(), c


def cell(kind: str, formula):
    own = getattr(torch._VF, kind)
    return lambda x, *rest: formula(x, *rest) if x.device.type==name else own(x, *rest)


# the device in place of a GPU

def numbers_of(data):
    "Read tensors of the device in lists, as `torch.tensor` does"
    if isinstance(data, (list, tuple)): return [numbers_of(d) for d in data]
    return data.item() if isinstance(data, OnDevice) and data.ndim==0 else data


def reading_lists(f): return lambda data, *args, **kwargs: f(numbers_of(data) if isinstance(data, (list, tuple)) else data, *args, **kwargs)


def load(file, map_location=None, *args, own=torch.load, **kwargs):
    "Read a file; what is mapped to the device is read to the CPU and copied"
    moved = isinstance(map_location, (str, torch.device)) and torch.device(map_location).type==name
    if not moved: return own(file, map_location, *args, **kwargs)
    return tree_map(lambda t: t.to(device) if isinstance(t, torch.Tensor) else t, own(file, 'cpu', *args, **kwargs))


def keeping_parameters(move=torch.nn.Module._apply):
    "A module keeps its parameters when it moves, as with CUDA"
    def apply(module, fn, recurse=True):
        swaps = torch.__future__.get_swap_module_params_on_conversion()
        torch.__future__.set_swap_module_params_on_conversion(True)
        try: return move(module, fn, recurse)
        finally: torch.__future__.set_swap_module_params_on_conversion(swaps)
    return apply


def forking(devices=None, enabled=True, **_): return fork_on(devices, enabled, device_type=name)


@contextmanager
def accelerator():
    "Put the pretend device in place of a GPU, for this thread; or give the real one"
    if real:
        yield torch.device(real)
        return
    changes = [(torch, 'Generator', Generator), (torch, 'load', load), (torch.nn.Module, '_apply', keeping_parameters()),
        (torch.Tensor, 'pin_memory', lambda t, *_: t.clone()), (torch.random, 'fork_rng', forking),
        (torch, 'tensor', reading_lists(torch.tensor)), (torch, 'as_tensor', reading_lists(torch.as_tensor)),
        (torch._VF, 'gru', recurrent('gru')), (torch._VF, 'lstm', recurrent('lstm')),
        (torch._VF, 'gru_cell', cell('gru_cell', gru_cell)), (torch._VF, 'lstm_cell', cell('lstm_cell', lstm_cell))]
    lifts = torch._C._only_lift_cpu_tensors()
    torch._C._set_only_lift_cpu_tensors(True)  # `torch.tensor` makes its tensor on the CPU and copies it, as for CUDA
    backend.present = True
    try:
        with ExitStack() as stack:
            for where,what,new in changes: stack.enter_context(mock.patch.object(where, what, new))
            stack.enter_context(GeneratorChecks())
            yield device
    finally:
        backend.present = False
        torch._C._set_only_lift_cpu_tensors(lifts)
