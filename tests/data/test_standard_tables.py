"Tables in standard splits: which rows are held out, what is read, what is refused, and what `load_data` makes of them."
from importlib.resources import files

import numpy as np
import pytest
import torch
from cases import refused
from symbayes.data.splits import data_folder, load_data
from symbayes.data.tables import gap_rows, shipped, _standard_splits, uci_table, uci_tables, varying_columns, test_rows as rows_of_split


@pytest.mark.parametrize('name', uci_tables)
def test_the_splits_are_those_of_the_literature(name):
    "The test rows that were handed down with the tables, in all splits"
    path = data_folder()/'uci'/f'{name}.npz'
    if not path.is_file(): pytest.skip(f'no {path.name} in the data folder')
    with np.load(path) as z:
        x, y = uci_table(name)
        assert np.array_equal(x, z['x']) and np.array_equal(y, z['y']) and x.dtype==y.dtype==float
        if name=='airfoil': assert len(rows_of_split(name, len(y), 4))==300
        else: assert all(np.array_equal(rows_of_split(name, len(y), s), np.sort(z['test'][s])) for s in range(_standard_splits(name)))


def test_a_missing_table_says_where_it_should_be(tmp_path):
    refused(r"table 'kin8nm' is not part of the package: put arrays x \(n, d\) and y \(n,\) into .*uci.kin8nm.npz", load_data, 'kin8nm', data_dir=tmp_path)
    (tmp_path/'uci').mkdir()
    np.savez(tmp_path/'uci/kin8nm.npz', x=np.zeros((4, 2)), y=np.zeros(3))
    refused(r'holds arrays x \(4, 2\) and y \(3,\), expected \(n, d\) and \(n,\)', uci_table, 'kin8nm', tmp_path)
    np.savez(tmp_path/'uci/kin8nm.npz', inputs=np.zeros((4, 2)))
    refused(r'holds arrays x \(0,\)', uci_table, 'kin8nm', tmp_path)


def test_shipped_tables_name_their_source_and_licence():
    folder = files('symbayes')/'data'/'uci'
    said = (folder/'README.md').read_text(encoding='utf-8')
    assert 'creativecommons.org/licenses/by/4.0' in said and {p.name for p in folder.iterdir()}=={'README.md', *(f'{n}.npz' for n in shipped)}
    assert all(f'`{n}.npz`' in said and '10.24432/' in said for n in shipped) and not {'kin8nm', 'wine_red'} & {*shipped}


def test_gaps_are_the_middle_third():
    x = np.random.default_rng(0).permutation(30)[:, None].astype(float)
    assert sorted(x[gap_rows(x, 0), 0])==list(range(10, 20))
    ties = np.repeat([0., 1., 2.], 5)[:, None]
    assert gap_rows(ties, 0).tolist()==[5, 6, 7, 8, 9]


@pytest.mark.parametrize('name', shipped)
def test_by_name(name):
    d, (x, y) = load_data(name, split=1), uci_table(name)
    test = rows_of_split(name, len(y), 1)
    assert d.name==name and len(d.x_valid)==0 and d.n_classes is None and d.x_train.dtype==torch.float32
    assert np.allclose(d.unscale(d.x_test), x[test][:, varying_columns(np.delete(x, test, 0))], rtol=1e-4, atol=1e-3)
    assert np.allclose(d.y_test[:, 0]*d.scaling['y_std'][0]+d.scaling['y_mean'][0], y[test], rtol=1e-3, atol=1e-2)
    assert abs(d.x_train.mean(0)).max()<1e-4 and len(load_data(name, n_valid=.2).x_valid)==round(.2*len(d.x_train))
