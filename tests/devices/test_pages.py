"Pages that choose a device run on it"
import json

import matplotlib.pyplot as plt
import pytest
from pretend_device import accelerator

choice = "'cuda' if torch.cuda.is_available() else 'cpu'"

def code_of(page):
    cells = json.loads(page.read_text())['cells']
    sources = [''.join(c['source']) for c in cells if c['cell_type']=='code']
    return [s for s in sources if 'google.colab' not in s]

@pytest.mark.slow
def test_pages(root):
    pages = [p for p in root.glob('nbs/[gi]*/*.ipynb') if any(choice in s for s in code_of(p))]
    assert pages
    with accelerator() as d:
        for page in pages:
            names = {}
            for source in code_of(page): exec(source.replace(choice, repr(str(d))), names)
            plt.close('all')
