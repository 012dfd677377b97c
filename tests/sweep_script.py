"A process that sweeps, for tests that kill it: python sweep_script.py OUT LOG N SECONDS WORKERS"
import sys

from sweep_runs import act
from symbayes.sweeps import sweep

if __name__=='__main__':
    out, log, n, seconds, workers = sys.argv[1:]
    t = sweep({'i': list(range(int(n))), 'seconds': float(seconds)}, act, out, n_workers=int(workers), how={'log': log}, progress=False)
    print(len(t), (t.status=='done').sum())
