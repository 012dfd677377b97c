"Who made the stored tables: commits are in the history, commands are known to their own parsers, and seconds agree with the rows."
import re, shlex, subprocess, sys
from importlib.metadata import entry_points
from pathlib import Path

import pandas as pd
import pytest
from symbayes.core.messages import SymbayesError
from symbayes.experiments.artefacts import hours
from symbayes.experiments.reproduce import artefacts
from symbayes.runs.terminal import command_parser

root = Path(__file__).parents[2]
sys.path.insert(0, str(root/'benchmarks'))
import report

results, benchmarks = root/'symbayes/results', report.stored
entries = {results: 'provenance', benchmarks: 'runs'}  # a row per table of the folder
folders = pytest.mark.parametrize('folder', entries, ids=entries.values())
defect = pytest.mark.defect('T7')

def entries_of(folder: Path) -> pd.DataFrame: return pd.read_csv(folder/f'{entries[folder]}.csv', dtype=str, keep_default_na=False).set_index('table')

def table_of(folder: Path, name: str) -> pd.DataFrame: return pd.read_csv(folder/f'{name}.csv')

# %% commits

def commits_in(text: str) -> list[str]: return re.findall(r'\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b', text)

@pytest.fixture(scope='module')
def history():
    "Hashes of this commit and all before it"
    git = lambda *words: subprocess.run(['git', '-C', str(root), *words], capture_output=True, text=True)
    if git('rev-parse', '--is-shallow-repository').stdout.strip()!='false': pytest.skip('no history')
    return git('rev-list', 'HEAD').stdout.split()

def strangers(text: str, history: list[str]) -> list[str]:
    "Commits that a text names and the history lacks"
    return [c for c in commits_in(text) if not any(h.startswith(c) for h in history)]

def test_a_planted_commit_is_found(history): assert strangers(f'{history[-1][:7]} 12, 18f425a 3', history)==['18f425a']

@defect
@folders
def test_commits_are_in_the_history(folder, history):
    known = entries_of(folder)
    named = known.reindex(columns=['commit', 'command', 'rows_by_commit']).fillna('').agg(' '.join, axis=1)
    rows = {name: set(t.commit.fillna('not recorded').astype(str)) for name in known.index if 'commit' in (t := table_of(folder, name))}
    assert strangers(' '.join(named), history)==[]
    for name,found in rows.items():
        assert strangers(' '.join(found), history)==[] and all(c=='not recorded' or commits_in(c)==[c] for c in found), name
        if folder==benchmarks: assert found<=set(known.commit[name].split('; ')), name
    assert all(c=='not recorded' or re.fullmatch('[0-9a-f]{7,}', c) for said in known.commit for c in said.split('; '))

# %% commands

class Parsed(Exception): "Options are right; nothing runs"

def parse_script(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    "Hand words to the parser of a benchmark, and leave before it measures"
    module = report.script(Path(words[0]).stem)
    def leave(p, argv, quick):
        p.parse_args(argv)
        raise Parsed
    monkeypatch.setattr(report, 'parsed', leave)
    monkeypatch.setattr(report, 'need', lambda *peers: None)
    with pytest.raises(Parsed): module.main(words[1:])

def parse_command(words: list[str], commits: list[str]) -> None:
    "Hand words to the parser of a command of the package; one that is gone was a command in its table's commits"
    command = next((e for e in entry_points(group='console_scripts') if e.name==words[0]), None)
    if command is None and commits:
        assert all(f'{words[0]}=' in of_commit('settings.ini', c) for c in commits), words
        return
    command = command.load()
    told = command_parser(command, words[0], command.pos).parse_args(words[1:])
    if words[0]=='symbayes-reproduce': assert told.name in artefacts

def of_commit(path: str, commit: str) -> str:
    "Text of a file in a commit; empty where it is not there"
    return subprocess.run(['git', '-C', str(root), 'show', f'{commit}:{path}'], capture_output=True, text=True).stdout

def in_history(path: str, commits: list[str]) -> bool:
    "Whether a file is in all of these commits"
    return bool(commits) and all(subprocess.run(['git', '-C', str(root), 'cat-file', '-e', f'{c}:{path}'], capture_output=True).returncode==0 for c in commits)

def parse(line: str, monkeypatch: pytest.MonkeyPatch, commits: list[str]|None = None) -> int:
    "Parse all commands of a line, whose comment begins with #; return how many there were. A script that is gone is in its table's commits"
    commands = [shlex.split(c) for c in line.partition('#')[0].split(';') if c.strip()]
    for c in commands:
        if c[0]=='python' and c[1].startswith('benchmarks/'):
            if (root/c[1]).exists() or not in_history(c[1], commits or []): parse_script(c[1:], monkeypatch)
        else: parse_command(c, commits or [])
    return len(commands)

@pytest.mark.parametrize('line,error', [('python benchmarks/absent.py', ModuleNotFoundError), ('python benchmarks/points.py --round 5 --turns 3', SystemExit),
    ('symbayes-absent', AttributeError), ('symbayes-reproduce fig9', AssertionError), ('symbayes-reproduce fig2 --slow', SymbayesError)])
def test_a_planted_command_is_found(line, error, monkeypatch):
    with pytest.raises(error): parse(line, monkeypatch)

@defect
@folders
def test_commands_are_known(folder, monkeypatch, history):
    "A table that no command makes says so in a comment"
    for name,known in entries_of(folder).iterrows():
        assert parse(known.command, monkeypatch, commits_in(known.commit)) or known.command.startswith('# no command: '), name

# %% seconds

def seconds_of(t: pd.DataFrame) -> float:
    "Sum of the seconds of rows; those of one fit are the same in all its rows, and sums over starts count no fit again"
    fits = t[t.start!='best'] if 'start' in t else t
    return fits.seconds.drop_duplicates().sum()

@defect
def test_seconds_agree_with_the_rows():
    "A command takes at least as long as its rows"
    for name,said in entries_of(benchmarks).seconds.items():
        t = table_of(benchmarks, name)
        if said!='not recorded' and 'seconds' in t: assert float(said)>=.97*seconds_of(t), name
        if name=='selection': assert said=='not recorded' or float(said)>=t.filter(like='seconds').drop_duplicates().drop(columns='elbo_seconds').to_numpy().sum()

@defect
def test_hours_agree_with_the_rows():
    for name,said in entries_of(results).hours.items():
        t = table_of(results, name)
        if said!='not recorded' and 'seconds' in t: assert float(said)>=.97*hours(t), name

@defect
@folders
def test_every_stored_table_has_its_entry(folder):
    tables = {p.stem for p in folder.glob('*.csv')}-{entries[folder], 'ratios'}
    known = entries_of(folder)
    assert set(known.index)==tables and known.index.is_unique and (known!='').all(axis=None)
    assert known.rows.astype(int).to_dict()=={name: len(table_of(folder, name)) for name in known.index}
