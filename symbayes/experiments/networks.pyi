# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['lenet', 'NormBlock', 'norm_resnet', 'norm_resnet_group']
from collections.abc import Sequence
from torch import Tensor, nn
from ..elements import PermutationGroup
def lenet(n_out: int=10) -> nn.Sequential:
    """Two convolutions of 5 x 5 and three linear layers: 61,706 weights with 10 classes

    Parameters
    ----------
    n_out : int = 10
        classes

    Returns
    -------
    nn.Sequential
    """
    ...
class NormBlock(nn.Module):
    """Two convolutions beside a stream, with layer norm

    Parameters
    ----------
    i : int
        channels of the stream that it reads
    o : int
        of the one that it writes; at half the height and width where it has more of them
    """
    conv1: Any
    norm1: Any
    conv2: Any
    norm2: Any
    short: Any
    def __init__(self, i: int, o: int):
        """Parameters
        ----------
        i : int
            channels of the stream that it reads
        o : int
            of the one that it writes; at half the height and width where it has more of them
        """
        ...
    def forward(self, x: Tensor) -> Tensor: ...
def norm_resnet(n_out: int=10, widths: Sequence[int]=(16, 32, 64), blocks: int=1, channels: int=3) -> nn.Sequential:
    """A residual network for small pictures, with layer norm over channels and places in the place of batch norm

    Parameters
    ----------
    n_out : int = 10
        classes
    widths : Sequence[int] = (16, 32, 64)
        channels of the stages
    blocks : int = 1
        per stage: 1 makes ResNet8, 3 makes ResNet20
    channels : int = 3
        of an image

    Returns
    -------
    nn.Sequential
    """
    ...
def norm_resnet_group(net: nn.Sequential) -> PermutationGroup:
    """Its symmetries, written down: a label for the stream of each stage, and one inside of every block

    Parameters
    ----------
    net : nn.Sequential
        as of `norm_resnet`

    Returns
    -------
    PermutationGroup
    """
    ...
from symbayes.core import document
