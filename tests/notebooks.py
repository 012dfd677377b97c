"Notebooks as tests read them."
import json
from pathlib import Path

def cells_of(page: Path) -> list[dict]:
    "Cells of a notebook, each with its source as one text"
    cells = json.loads(page.read_text(encoding='utf-8'))['cells']
    return [c | {'source': ''.join(c['source'])} for c in cells]
