"""The symmetry groups of torchvision's models, as `symmetry_group` finds them: order, what it consists of, seconds.

One thread, one image, each model with its own random weights; the search ends with a verification in double precision. The last column is
the number of groups that Torch-Pruning finds, where it is installed: one more than the labels, because it groups the classes too; it knows neither
heads nor the groups of a convolution."""
import argparse, os, time
from math import lgamma, log
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch

from symbayes.core import import_torchvision, seeded_module
from symbayes.groups import PermutationGroup
from symbayes.discovery import symmetry_group

from report import here

models = ['alexnet', 'vgg16_bn', 'squeezenet1_1', 'googlenet', 'resnet18', 'resnet34', 'resnet50', 'resnext50_32x4d', 'densenet121', 'mobilenet_v2',
    'mobilenet_v3_large', 'mnasnet1_0', 'shufflenet_v2_x1_0', 'efficientnet_b0', 'regnet_y_400mf', 'convnext_tiny', 'vit_b_16', 'swin_t', 'swin_v2_t']
options = {'googlenet': {'init_weights': False}}

def parts(g: PermutationGroup) -> dict[str, float]:
    "What the log order consists of: labels alone, blocks and what is in them, signs"
    signs = sum(torch.Size(g.index_shape(l)).numel()*log(2) for l in g.signed)
    nested = set(g.inside) | {o for l in g.inside for o in g.outers(l)}
    alone = sum(lgamma(g.sizes[l]+1) for l in g.labels if l not in nested)
    return dict(plain=alone/g.log_order, blocks=1-(alone+signs)/g.log_order, signs=signs/g.log_order)

def groups_of_the_witness(model, x) -> int|None:
    try: import torch_pruning as tp
    except ImportError: return None
    graph = tp.DependencyGraph().build_dependency(model, example_inputs=x)
    return len(list(graph.get_all_groups(root_module_types=[torch.nn.Conv2d, torch.nn.Linear])))

def measured(name: str, side: int) -> dict:
    "A row of the table"
    make = getattr(import_torchvision().models, name)
    model, x = seeded_module(lambda: make(**options.get(name, {})), 0).eval(), torch.randn(1, 3, side, side, generator=torch.Generator().manual_seed(0))
    begun = time.process_time()
    g = symmetry_group(model, x)
    took = time.process_time()-begun
    size = dict(parameters=sum(p.numel() for p in model.parameters()), labels=len(g.labels), log_order=g.log_order, digits=int(g.log_order/log(10))+1)
    convolutional = name.split('_')[0] not in ('vit', 'swin')
    witness = groups_of_the_witness(model, x) if convolutional else None
    return dict(architecture=name, **size, **parts(g), seconds=round(took, 1), witness=witness)

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--models', nargs='*', default=models)
    a.add_argument('--side', type=int, default=224)
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    a.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in a.models:
        rows.append(measured(name, a.side))
        print(rows[-1], flush=True)
        pd.DataFrame(rows).astype({'witness': 'Int64'}).to_csv(a.out/'symmetries.csv', index=False, float_format='%.10g')

if __name__=='__main__': main()
