"""The order of the pages: nbs/sidebar.yml, which Quarto reads as it is."""
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import yaml

here = Path(__file__).resolve().parent.parent/'nbs/sidebar.yml'


class Entry(NamedTuple):
    "A page and where it stands"
    section: tuple[str, ...]  # headings above it, outermost first
    src: Path                 # the notebook, within nbs/


def entries(items: list[Any], section: tuple[str, ...] = ()) -> list[Entry]:
    "Pages below a list of Quarto's sidebar, in order"
    res = []
    for item in items or []: res += entries(item['contents'], (*section, item['section'])) if isinstance(item, dict) else [Entry(section, Path(item))]
    return res


def order(path: Path = here) -> list[Entry]:
    "The pages of such a file; whatever is wrong with it ends the program in one line"
    try: res = entries(yaml.safe_load(path.read_text(encoding='utf-8'))['website']['sidebar']['contents'])
    except (OSError, yaml.YAMLError) as e: raise SystemExit(f'{path}: {" ".join(str(e).split())}') from None
    except (KeyError, TypeError) as e: raise SystemExit(f'{path}: expected website: sidebar: contents: with pages, and sections that have contents; {e!r}') from None
    twice = sorted(str(p) for p,n in Counter(e.src for e in res).items() if n>1)
    if twice: raise SystemExit(f'{path}: listed twice: {", ".join(twice)}')
    if not res: raise SystemExit(f'{path}: lists no page')
    return res
