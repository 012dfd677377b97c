"""Write tests/data/long_tests.txt, the cases that `make test` leaves to `make test-slow`, from what pytest printed with `--cpu 99999`.

Of each test the shortest case stays, unless it takes more than 0.5 CPU seconds, and other cases of at most 0.05 s. What was listed and has
not run now stays listed. A test that `make test` must have whatever it takes is one of `kept`."""
import re, sys
from collections import defaultdict
from pathlib import Path

listed = Path(__file__).resolve().parent.parent/'tests/data/long_tests.txt'
shortest, others = .5, .05   # CPU seconds
# The tree as a whole, and what README's reader does first
kept = r'tests/(project/(?!test_folding|test_fuzz|test_pages.py::test_(public_build|settings_outside))|test_sklearn.py::test_(estimators_pass|bad_calls)|runs/test_commands.py::test_(demo|train|a_run_is_not)\b)'


def long(told: str, before: set[str]) -> set[str]:
    "Names of the long cases, where `told` has a line for each case: seconds and name"
    cases = defaultdict(list)
    for seconds,name in re.findall(r'^ +([\d.]+) (tests/\S+::.*)$', told, re.M): cases[name.partition('[')[0]].append((float(seconds), name))
    found = {name for test,ran in cases.items() if not re.match(kept, test) for i,(seconds,name) in enumerate(sorted(ran)) if seconds>(others if i else shortest)}
    return found | before-{name for ran in cases.values() for _,name in ran}


def main() -> int:
    if len(sys.argv)!=2: return print(f'{__doc__}\nUsage: long_tests.py OUTPUT', file=sys.stderr) or 2
    names = long(Path(sys.argv[1]).read_text(encoding='utf-8'), set(listed.read_text(encoding='utf-8').splitlines()))
    listed.write_text('\n'.join(sorted(names))+'\n', encoding='utf-8')
    print(f'{len(names)} cases are left to make test-slow')
    return 0


if __name__ == '__main__': sys.exit(main())
