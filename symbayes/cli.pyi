# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['train']
from fastcore.meta import delegates
from fastcore.script import call_parse
from .data import data_sources
from .runs import one_line_errors, run_training
def train(**kwargs):
    """Train a mean-field or symmetrised Bayesian MLP, print its numbers in nats with intervals over seeds, and write them to a folder"""
    ...
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
from .commands import predict as predict, report as report, train as train
