"Which cases `make test` leaves out is chosen by measured seconds"
def test_the_shortest_case_stays_and_what_did_not_run_stays_listed(from_tools):
    told = '\n'.join(['CPU seconds of tests: 5 in all', '   0.90 tests/a/test_b.py::test_c', '   0.60 tests/a/test_b.py::test_d[x y]',
        '   0.20 tests/a/test_b.py::test_d[2]', '   0.05 tests/a/test_b.py::test_d[3]', '   9.00 tests/project/test_house.py::test_e'])
    before = {'tests/a/test_b.py::test_d[3]', 'tests/a/test_b.py::test_f'}
    found = {'test_c', 'test_d[x y]', 'test_d[2]', 'test_f'}
    assert from_tools('long_tests').long(told, before)=={f'tests/a/test_b.py::{k}' for k in found}

def test_every_listed_file_is_there(root, from_tools):
    names = from_tools('long_tests').listed.read_text().splitlines()
    assert names==sorted(set(names)) and not {f for n in names if not (root/(f := n.partition('::')[0])).is_file()}
