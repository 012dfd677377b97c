# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Params', 'Inputs', 'Generators', 'Module', 'SymbayesError', 'require', 'check_dense', 'check_finite', 'first_line', 'check_level', 'check_count', 'progress_bar', 'free_parameters', 'check_network', 'check_module', 'Layout', 'map_inputs', 'input_tensors', 'n_examples', 'take_examples', 'call_model', 'network_outputs', 'member_buffers', 'with_buffers', 'first_derivative', 'each_draws', 'check_generator', 'normal_draws', 'gradients_on', 'uniform_draws', 'own_random_state', 'seeded_module', 'streams', 'import_torchvision', 'lazy_module', 'deprecated', 'moved', 'ShortSignature', 'document']
import inspect, re, sys, warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from hashlib import sha256
from importlib import import_module
from numbers import Integral, Real
from threading import RLock
from types import ModuleType
from typing import Any, TypeVar
from weakref import WeakSet
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.func import functional_call, vmap
from tqdm.auto import tqdm
class SymbayesError(ValueError):
    """An input does not fit; the message, of one line, names the tensor, axis or option, what was expected and what was found"""
    def __init__(self, message: str=''): ...
def require(ok: bool, message: str) -> None:
    """Raise `SymbayesError` with `message` unless `ok`

    Parameters
    ----------
    ok : bool
        what has to hold
    message : str
        one line that names the culprit, what was expected and what was found
    """
    ...
def check_dense(name: str, t: Tensor) -> None:
    """Raise `SymbayesError` unless all entries of the tensor are numbers in memory

    Parameters
    ----------
    name : str
        name of the tensor in the message
    t : Tensor
        any tensor
    """
    ...
def check_finite(name: str, t: Tensor) -> Tensor:
    """Raise `SymbayesError` for NaN and infinity, with their number and the first position, and for a tensor that is not dense

    Parameters
    ----------
    name : str
        how the message calls the tensor
    t : Tensor
        any tensor

    Returns
    -------
    Tensor
        `t` itself, so that a check can stand inside an expression
    """
    ...
def first_line(e: BaseException) -> str:
    """The first line of an error's message, or its kind if it has none

    Parameters
    ----------
    e : BaseException
        any error

    Returns
    -------
    str
    """
    ...
def check_level(level: float) -> None:
    """Raise `SymbayesError` unless this is a number between 0 and 1

    Parameters
    ----------
    level : float
        probability of an interval
    """
    ...
def check_count(name: str, n: int) -> None:
    """Raise `SymbayesError` unless this is a positive whole number, of Python or numpy

    Parameters
    ----------
    name : str
        how the message calls the number
    n : int
        how many
    """
    ...
def progress_bar(each: Iterable | None=None, total: int | None=None, show: bool=True, unit: str='step', what: str | None=None) -> tqdm:
    """Make a bar with the time left, which appears after two seconds and vanishes at the end

    Parameters
    ----------
    each : Iterable | None = None
        items to go through; None for a bar that is moved by `update`
    total : int | None = None
        number of items, where they have no length
    show : bool = True
        show the bar?
    unit : str = 'step'
        name of an item
    what : str | None = None
        text in front of the bar

    Returns
    -------
    tqdm
    """
    ...
Params: TypeAlias = dict[str, Tensor]
def free_parameters(module: nn.Module) -> Params:
    """What there is to infer: parameters with `requires_grad=False` are constants

    Parameters
    ----------
    module : nn.Module
        any module

    Returns
    -------
    Params
        its parameters by name, detached
    """
    ...
def check_network(model: nn.Module) -> None:
    """Raise `SymbayesError` unless this is a module

    Parameters
    ----------
    model : nn.Module
        supposed to be a network
    """
    ...
def check_module(module: nn.Module) -> None:
    """Raise `SymbayesError` for a module whose weights cannot come from outside, or whose gradients are sparse

    Parameters
    ----------
    module : nn.Module
        any module
    """
    ...
@dataclass(frozen=True)
class Layout:
    """Names and shapes of a network's parameters, in order

    Parameters
    ----------
    shapes : dict[str, tuple[int, ...]]
        tensor name to shape, without leading axes
    """
    shapes: dict[str, tuple[int, ...]]
    @classmethod
    def of(cls, source: nn.Module | Params) -> 'Layout':
        """The layout of a module or of one network's parameters

        Parameters
        ----------
        source : nn.Module | Params
            a module, whose parameters without a gradient do not count; or a `dict` of tensors

        Returns
        -------
        Layout
        """
        ...
    def __len__(self) -> int: ...
    @cached_property
    def numels(self) -> list[int]:
        """Entries per tensor"""
        ...
    @cached_property
    def numel(self) -> int:
        """Length P of the flat vector"""
        ...
    def lead(self, params: Params) -> torch.Size:
        """The axes in front of the parameters' own; raises `SymbayesError` if names or shapes do not fit

        Parameters
        ----------
        params : Params
            tensors of shape `(*lead, *shape)`

        Returns
        -------
        torch.Size
            the leading axes that all tensors share
        """
        ...
    def check_same(self, other: Layout, name: str, other_name: str, lead: str='') -> None:
        """Raise `SymbayesError` unless the tensors are the same, naming those that are not

        Parameters
        ----------
        other : Layout
            that should have the same tensors
        name : str
            how the message calls the first
        other_name : str
            and the second
        lead : str = ''
            what the message begins with
        """
        ...
    def flatten(self, params: Params) -> Tensor:
        """All parameters side by side on the last axis

        Parameters
        ----------
        params : Params
            tensors of shape `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead, P)`
        """
        ...
    def unflatten(self, flat: Tensor) -> Params:
        """Cut the last axis into the named tensors

        Parameters
        ----------
        flat : Tensor
            `(*lead, P)`

        Returns
        -------
        Params
            views of `flat`, each of shape `(*lead, *shape)`
        """
        ...
def _some(names: Iterable[str]) -> str:
    """A list of names, of a long one the first five"""
    ...
Inputs: TypeAlias = Tensor | tuple[Tensor, ...] | dict[str, Tensor]
def map_inputs(f: Callable[[Tensor], Tensor], x: Inputs) -> Inputs:
    """`f` of every tensor of the inputs

    Parameters
    ----------
    f : Callable[[Tensor], Tensor]
        of one tensor
    x : Inputs
        a tensor, or a tuple or a dict of tensors

    Returns
    -------
    Inputs
        of the same kind
    """
    ...
def input_tensors(x: Inputs) -> dict[str, Tensor]:
    """The tensors of the inputs, as a message calls them

    Parameters
    ----------
    x : Inputs
        a tensor, or a tuple or a dict of tensors

    Returns
    -------
    dict[str, Tensor]
        by name
    """
    ...
def n_examples(x: Inputs) -> int:
    """How many examples there are. Raises `SymbayesError` for what are no inputs, or where the tensors disagree

    Parameters
    ----------
    x : Inputs
        a tensor, or a tuple or a dict of tensors

    Returns
    -------
    int
    """
    ...
def take_examples(x: Inputs, index: Tensor) -> Inputs:
    """Examples by index

    Parameters
    ----------
    x : Inputs
        a tensor, or a tuple or a dict of tensors
    index : Tensor
        of any shape

    Returns
    -------
    Inputs
        each tensor `(*index.shape, ...)`
    """
    ...
def call_model(model: nn.Module, x: Inputs, params: Params | None=None) -> Any:
    """What a module returns for inputs of any kind

    Parameters
    ----------
    model : nn.Module
        any module
    x : Inputs
        a tuple is taken apart as arguments by position, a dict as arguments by name
    params : Params | None = None
        parameters and buffers to use in place of its own

    Returns
    -------
    Any
    """
    ...
_one_by_one: WeakSet[nn.Module]
def network_outputs(model: nn.Module, params: Params, x: Inputs, member_x: bool=False) -> Tensor:
    """Outputs of `model` under every parameter setting; one by one where `vmap` has no rule for an operation, as for recurrent layers

    Parameters
    ----------
    model : nn.Module
        any module; its own parameters are not used, its buffers are unless they are among `params`
    params : Params
        `(*lead, *shape)`: one network per leading index; frozen parameters are the model's own
    x : Inputs
        inputs `(batch, ...)`, shared by all; or `(members, batch, ...)`, see `member_x`
    member_x : bool = False
        does `x` have the first leading axis of `params` in front?

    Returns
    -------
    Tensor
        `(*lead, batch, ..)`
    """
    ...
def _vmapped(f: Callable, model: nn.Module, params: Params, x: Inputs, ld: torch.Size, member_x: bool) -> Tensor:
    """All at once, or one by one if it turns out that `vmap` cannot"""
    ...
def _looped(f: Callable, params: Params, x: Inputs, ld: torch.Size, member_x: bool) -> Tensor:
    """One setting of the parameters after the other"""
    ...
def _check_members(x: Inputs, lead: torch.Size) -> None: ...
def _check_tensor(out: Any) -> Tensor: ...
def member_buffers(models: Sequence[nn.Module]) -> Params:
    """The buffers of several networks side by side

    Parameters
    ----------
    models : Sequence[nn.Module]
        of one architecture, one per member

    Returns
    -------
    Params
        by name, `(members, *shape)`
    """
    ...
def with_buffers(params: Params, buffers: Params | None, n: int) -> Params:
    """Parameters and buffers together, for `network_outputs`

    Parameters
    ----------
    params : Params
        draws `(members, S, *shape)`
    buffers : Params | None
        `(members, *shape)`
    n : int
        draws S

    Returns
    -------
    Params
    """
    ...
class _NoSecondDerivative(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, grad: Tensor, *inputs: Tensor) -> Tensor: ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> None: ...
def first_derivative(backward: Callable) -> Callable:
    """A backward pass that refuses to be differentiated

    Parameters
    ----------
    backward : Callable
        of a `torch.autograd.Function` that saves its inputs for it

    Returns
    -------
    Callable
    """
    ...
Generators: TypeAlias = torch.Generator | Sequence[torch.Generator] | None
def each_draws(generators: Sequence[torch.Generator], draw: Callable[[torch.Generator], Any]) -> list[Any]:
    """Draw member by member. A generator that stands at several places draws once, and these members share the draw

    Parameters
    ----------
    generators : Sequence[torch.Generator]
        one per member
    draw : Callable[[torch.Generator], Any]
        what a generator draws

    Returns
    -------
    list[Any]
        one per member
    """
    ...
def check_generator(generator: torch.Generator | None) -> None:
    """Refuse what is no generator, a seed for instance

    Parameters
    ----------
    generator : torch.Generator | None
        what a sampler was given
    """
    ...
def _draws(draw: Callable[..., Tensor], shape: Sequence[int], generator: Generators, like: Tensor | None) -> Tensor: ...
def normal_draws(shape: Sequence[int], generator: Generators=None, like: Tensor | None=None) -> Tensor:
    """Standard normal draws; with a list of generators, the first axis is drawn member by member

    Parameters
    ----------
    shape : Sequence[int]
        shape of the draw
    generator : Generators = None
        one generator; or one per index of the first axis, where those with the same one share the draw
    like : Tensor | None = None
        device and dtype of the result; default CPU and float32

    Returns
    -------
    Tensor
    """
    ...
@contextmanager
def gradients_on() -> Iterator[None]:
    """Record gradients inside, also under the caller's `no_grad` or `inference_mode`; a decorator, too: `@gradients_on()`"""
    ...
def uniform_draws(shape: Sequence[int], generator: Generators=None, like: Tensor | None=None) -> Tensor:
    """Draws from the interval [0, 1), in the same way

    Parameters
    ----------
    shape : Sequence[int]
        shape of the draw
    generator : Generators = None
        one generator; or one per index of the first axis
    like : Tensor | None = None
        device and dtype of the result; default CPU and float32

    Returns
    -------
    Tensor
    """
    ...
Module = TypeVar('Module', bound=nn.Module)
_of_torch: Any
@contextmanager
def own_random_state(seed: int | None=None, devices: Sequence[int] | None=None) -> Iterator[None]:
    """Put torch's global random state back afterwards. Other threads wait here meanwhile

    Parameters
    ----------
    seed : int | None = None
        seed of torch's global generator; None leaves its state as it is
    devices : Sequence[int] | None = None
        CUDA devices whose state is put back, too; default all

    Returns
    -------
    Iterator[None]
    """
    ...
def seeded_module(make: Callable[[], Module], seed: int) -> Module:
    """Build a module from a seed. The global random state is left as it was, and threads take turns

    Parameters
    ----------
    make : Callable[[], Module]
        builds a freshly initialised module
    seed : int
        seed of the initialisation

    Returns
    -------
    Module
    """
    ...
def streams(seed: int | Sequence[int], use: str, device: torch.device | str='cpu') -> torch.Generator | list[torch.Generator]:
    """Make generators that depend only on the seed and on their use. Raises `SymbayesError` unless seeds are whole numbers

    Parameters
    ----------
    seed : int | Sequence[int]
        one, or one per member
    use : str
        what the numbers are for
    device : torch.device | str = 'cpu'
        where they will be drawn

    Returns
    -------
    torch.Generator | list[torch.Generator]
        one, or one per member
    """
    ...
def import_torchvision() -> ModuleType:
    """Import torchvision, also where its compiled operators do not fit the installed torch

    Returns
    -------
    ModuleType
        the torchvision module
    """
    ...
class _LazyModule(ModuleType):
    def __getattr__(self, name: str) -> Any: ...
def lazy_module(name: str) -> ModuleType:
    """A module that is imported by the first use of one of its attributes

    Parameters
    ----------
    name : str
        of a module, as `import` takes it

    Returns
    -------
    ModuleType
        stands for it
    """
    ...
_doors: tuple
def deprecated(old: str, now: str, up: int=0) -> None:
    """Warn the line that uses an old name: a `DeprecationWarning` with the new one

    Parameters
    ----------
    old : str
        what will go, as the user writes it
    now : str
        what is to be written instead
    up : int = 0
        calls of the package between the user and the function that warns
    """
    ...
def moved(module_name: str, rooms: dict[str, str]) -> Callable[[str], Any]:
    """Names that go on being importable from the room that they have left, with a `DeprecationWarning`

    Parameters
    ----------
    module_name : str
        of the old room: its `__name__`
    rooms : dict[str, str]
        name of what has moved to the room where it is now, as `'files'`; or as `'files:new_name'`

    Returns
    -------
    Callable[[str], Any]
        the `__getattr__` of the old room
    """
    ...
from symbayes.files import whole_file as whole_file
from symbayes.files import check_writable as check_writable
class ShortSignature(inspect.Signature):
    """A signature that is written with types without their modules; its annotations are the types themselves"""
    def __str__(self) -> str: ...
    def format(self, **kwargs: Any) -> str:
        """The text of the signature

        Parameters
        ----------
        **kwargs : Any
            as `help` asks for it from Python 3.13 on

        Returns
        -------
        str
            as `help` asks for it from Python 3.13 on
        """
        ...
def _short_types(text: str) -> str: ...
def document(name: str) -> None:
    """Write the parameters' descriptions into the docstrings of a module, and shorten its signatures

    Parameters
    ----------
    name : str
        name of a module of this package
    """
    ...
