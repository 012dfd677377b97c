import gzip, io, zipfile
from urllib.error import URLError

import numpy as np
import pytest
import torch
from PIL import Image
from sklearn.datasets import load_breast_cancer, load_wine

from cases import refused
from symbayes.core.doors import import_torchvision
from symbayes.data.splits import data_folder, data_sources, load_data

# sources

@pytest.mark.parametrize('name', ['digits', 'diabetes', 'wine', 'wine_alcohol', 'breast_cancer', 'breast_symmetry', 'wide_sinc', 'sinc', 'humps', 'box', 'abs', 'toy2d'])
def test_bundled_and_synthetic_sources(name):
    a, b, c = load_data(name), load_data(name), load_data(name, seed=1)
    for p in a.parts: assert torch.equal(a.parts[p][0], b.parts[p][0]) and torch.equal(a.parts[p][1], b.parts[p][1])
    assert not torch.equal(a.x_train, c.x_train)
    if 'x_mean' in a.scaling: assert torch.allclose(a.unscale(a.x_test), c.unscale(c.x_test), rtol=1e-4, atol=1e-3)
    assert a.x_train.dtype==torch.float32 and len(load_data(name, n_valid=0).x_valid)==0
    assert len(load_data(name, n_train=20, n_valid=.25).x_train)==20

@pytest.mark.defect('U10')
@pytest.mark.parametrize('name,load', [('wine', load_wine), ('breast_cancer', load_breast_cancer)])
def test_known_classifications_are_those_that_everybody_knows(name, load):
    "Every row of scikit-learn's table is there once, with its class"
    d, (x, y) = load_data(name), load(return_X_y=True)
    assert d.n_classes==y.max()+1 and d.x_train.shape[1:]==x.shape[1:] and data_sources().what[name].startswith(f'{d.n_classes} classes')
    ours = torch.cat([torch.cat([d.unscale(a), b[:, None].float()], 1) for a,b in d.parts.values()]).numpy()
    theirs = np.concatenate([x, y[:, None]], 1)
    ours, theirs = (a[np.lexsort(a.round(2)[:, :4].T)] for a in (ours, theirs))
    assert np.allclose(ours, theirs, rtol=1e-4, atol=1e-3)

def test_synthetic_sets_grow_at_the_end_and_know_their_noise():
    for name in ('humps', 'box'):
        d = load_data(name, n_train=4000)
        assert abs((d.y_train-d.truth(d.x_train)).std()-.2)<.01 and d.x_train.abs().max()<=3 and len(load_data(name).x_train)==100
    assert torch.allclose(load_data('box').truth(torch.tensor([[-3.], [0.], [3.]])), torch.tensor([[-1.], [1.], [-1.]]), atol=.002)
    d = load_data('abs', alpha=.05)
    assert torch.allclose(d.y_train, .05*d.x_train.abs()) and len(d.x_train)==len(d.x_test)==100 and d.noise_std==0
    assert torch.allclose(load_data('sinc').truth(torch.tensor([[.5]])), torch.sinc(torch.tensor([[1.5]])))

# files

def write_idx(path, a):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(np.array([0x800+a.ndim, *a.shape], '>i4').tobytes()+a.astype(np.uint8).tobytes())

@pytest.fixture
def mnist_dir(tmp_path):
    for part,n in dict(train=40, t10k=20).items():
        write_idx(tmp_path/f'MNIST/raw/{part}-images-idx3-ubyte', np.random.default_rng(n).integers(0, 256, (n, 28, 28)))
        write_idx(tmp_path/f'MNIST/raw/{part}-labels-idx1-ubyte', np.arange(n)%10)
    return tmp_path

def test_mnist_files_are_read_without_download(mnist_dir, monkeypatch):
    monkeypatch.setattr('urllib.request.urlopen', lambda *a, **k: 1/0)
    d = load_data('mnist', mnist_dir, n_valid=4)
    assert (len(d.x_train), len(d.x_valid), len(d.x_test))==(36, 4, 20)
    assert np.array_equal(d.unscale(d.x_test).round().numpy()[:, 0], np.random.default_rng(20).integers(0, 256, (20, 28, 28)))
    monkeypatch.setenv('SYMBAYES_DATA', str(mnist_dir))
    assert torch.equal(load_data('mnist', n_valid=4).x_test, d.x_test) and data_folder()==mnist_dir

@pytest.mark.parametrize('content', [lambda b: b[:-1], lambda b: b'', lambda b: bytes(range(256)), lambda b: b+b'x', gzip.compress])
@pytest.mark.parametrize('file', ['train-images-idx3-ubyte', 't10k-labels-idx1-ubyte'])
def test_corrupt_idx_names_the_file(mnist_dir, file, content):
    path = mnist_dir/'MNIST/raw'/file
    path.write_bytes(content(path.read_bytes()))
    refused('mnist in .* is corrupt or truncated', load_data, 'mnist', mnist_dir, n_valid=4)

def test_missing_files(mnist_dir, monkeypatch):
    def fail(*a, **k): raise URLError('no route\nto host')
    monkeypatch.setattr(import_torchvision().datasets.mnist, 'download_and_extract_archive', fail)
    refused('does not exist', load_data, 'mnist', mnist_dir/'nowhere')
    (mnist_dir/'MNIST/raw/train-labels-idx1-ubyte').unlink()
    for download,message in ((False, 'mnist in .*, without download.*Dataset not found'), (True, 'mnist in .*, with download.*Error downloading|no route to host')):
        assert str(mnist_dir) in refused(message, load_data, 'mnist', mnist_dir, download=download)

def jpeg(seed):
    f = io.BytesIO()
    Image.fromarray(np.full((32, 32, 3), seed%256, np.uint8)).save(f, 'JPEG')
    return f.getvalue()

def write_zip(path, members):
    with zipfile.ZipFile(path, 'w') as z:
        for k,v in members.items(): z.writestr(k, v)

@pytest.fixture
def members(): return {f'{p}/{c}/{i:04}.jpg': jpeg(40*k+i) for p in ('train', 'test') for k,c in enumerate(('ant', 'bee', 'cat')) for i in range(4)}

def test_cifar_zip(tmp_path, members):
    write_zip(tmp_path/'cifar10-jpeg.zip', dict(reversed(members.items())))
    d = load_data('cifar10', tmp_path, n_valid=3, progress=False)
    assert d.name=='cifar10-jpeg' and d.n_classes==3 and d.x_train.shape==(9, 3, 32, 32) and d.x_test.shape[0]==12
    assert torch.allclose(d.unscale(d.x_test).mean((1, 2, 3)), 40.*d.y_test+torch.arange(12)%4, atol=1)

def test_a_pickle_that_torchvision_does_not_know_is_not_opened(tmp_path):
    cifar = import_torchvision().datasets.CIFAR10
    folder = tmp_path/cifar.base_folder
    folder.mkdir()
    for f,_ in [*cifar.train_list, *cifar.test_list, ('batches.meta', '')]: (folder/f).write_bytes(b'x')
    refused('cifar10 in .* is corrupt or truncated', load_data, 'cifar10', tmp_path, download=False)
