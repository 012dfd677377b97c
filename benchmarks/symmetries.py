"""The symmetry groups of torchvision's models, as `symmetry_group` finds them: order, what it consists of, seconds.

One thread, one image, each model with its own random weights; the search ends with a verification in double precision. The last column is
the number of groups that Torch-Pruning finds, where it is installed: one more than the labels, because it groups the classes too; it knows neither
heads nor the groups of a convolution."""
import time
from math import lgamma, log
from pathlib import Path

from report import beside, driver, formatted, Ratio

import pandas as pd
import torch

from symbayes.all import PermutationGroup, seeded_module, symmetry_group
from symbayes.core import import_torchvision

title = 'Symmetry groups of torchvision\'s models'
about = 'The group that symmetry_group finds for every model, its order and what it consists of, and the seconds of finding and verifying it.'

models = ['alexnet', 'vgg16_bn', 'squeezenet1_1', 'googlenet', 'resnet18', 'resnet34', 'resnet50', 'resnext50_32x4d', 'densenet121', 'mobilenet_v2',
    'mobilenet_v3_large', 'mnasnet1_0', 'shufflenet_v2_x1_0', 'efficientnet_b0', 'regnet_y_400mf', 'convnext_tiny', 'vit_b_16', 'swin_t']

def parts(g: PermutationGroup) -> dict[str, float]:
    "What the log order consists of: labels alone, blocks and what is in them, signs"
    nested, found = set(g.inside) | set(g.inside.values()), dict(plain=0., blocks=0., signs=0.)
    for l in g.labels:
        units, signs = torch.Size(g.index_shape(l)).numel(), l in g.signed
        found['blocks' if l in nested else 'plain'] += units//g.sizes[l]*lgamma(g.sizes[l]+1)
        found['signs'] += signs*units*log(2)
    return {k: v/g.log_order for k,v in found.items()}

def groups_of_the_witness(model, x) -> int|None:
    try: import torch_pruning as tp
    except ImportError: return None
    try: graph = tp.DependencyGraph().build_dependency(model, example_inputs=x)
    except ZeroDivisionError: return None  # as on channels that are shuffled
    return len(list(graph.get_all_groups(root_module_types=[torch.nn.Conv2d, torch.nn.Linear])))

def measured(name: str, side: int) -> dict:
    "A row of the table"
    make, own = getattr(import_torchvision().models, name), {'googlenet': dict(init_weights=False), 'vit_b_16': dict(image_size=side)}
    model, x = seeded_module(lambda: make(**own.get(name, {})), 0).eval(), torch.randn(1, 3, side, side, generator=torch.Generator().manual_seed(0))
    begun = time.process_time()
    g = symmetry_group(model, x)
    took = time.process_time()-begun
    size = dict(parameters=sum(p.numel() for p in model.parameters()), labels=len(g.labels), log_order=g.log_order, digits=int(g.log_order/log(10))+1)
    convolutional = name.split('_')[0] not in ('vit', 'swin')
    witness = groups_of_the_witness(model, x) if convolutional else None
    return dict(architecture=name, **size, **parts(g), seconds=round(took, 1), witness=witness)

options = dict(
    models=(models, ['squeezenet1_1', 'resnet18', 'mobilenet_v2']),
    side=64,
)

def run(a):
    for name in a.models:
        both = beside(a.out/'symmetries.csv', [measured(name, a.side)], ['architecture'])
        known = both[both.architecture.isin(models)].sort_values('architecture', key=lambda names: names.map(models.index))
        yield 'symmetries', known.astype({'witness': 'Int64'})

main = driver(run, options, peers=('torchvision', 'torch-pruning'), digits='%.10g')

def ratios(folder: Path) -> list[Ratio]:
    "Orders of groups: what is found today is to be found tomorrow"
    t = pd.read_csv(folder/'symmetries.csv')
    return [Ratio(f'{r.architecture}: log of the order of the group', *[r.log_order]*3, side='at least') for r in t.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'symmetries.csv')[['architecture', 'parameters', 'labels', 'log_order', 'seconds', 'witness']]
    names = {'log_order': 'log order', 'witness': "Torch-Pruning's groups"}
    return formatted(t, {'parameters': '{:,}', 'log_order': '{:,.0f}', 'seconds': '{:.1f}', 'witness': '{:.0f}'}).rename(columns=names)

if __name__=='__main__': main()
