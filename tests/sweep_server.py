"""Sweeps in processes of their own, for tests that kill them. Importing takes seconds, so one process imports once and forks every sweep.

It reads a job a line (JSON: folder, files for what is printed, command line or the keywords of a sweep), answers with the process's number, and with its exit status."""
import atexit, gc, json, os, select, signal, subprocess, sys, threading, time, traceback
from pathlib import Path

class Server:
    "The process that forks, seen from the tests"
    def __init__(self, path: str):
        env = os.environ | {'PYTHONPATH': path}
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, bufsize=1)
        assert self.process.stdout.readline()=='ready\n'

    def start(self, folder: Path, *argv: str, **keywords) -> 'Sweeping': return Sweeping(self, folder, argv, keywords)

    def close(self):
        self.process.stdin.close()
        self.process.wait(120)
        self.process.stdout.close()

class Sweeping:
    "A forked process: of the command line if there are words, else of `sweep` with these keywords"
    def __init__(self, server: Server, folder: Path, argv: tuple, keywords: dict):
        self.lines, self.files, self.returncode = server.process.stdout, [folder/'.stdout', folder/'.stderr'], None
        server.process.stdin.write(json.dumps(dict(folder=str(folder), files=[str(f) for f in self.files], argv=argv, keywords=keywords))+'\n')
        self.pid = int(self.lines.readline())

    def poll(self):
        if self.returncode is None and select.select([self.lines], [], [], 0)[0]: self.returncode = int(self.lines.readline())
        return self.returncode

    def communicate(self, timeout: float) -> tuple[str, str]:
        "What it printed, when it has ended"
        until = time.monotonic()+timeout
        while self.poll() is None:
            if time.monotonic()>until:
                os.killpg(self.pid, signal.SIGKILL)
                self.returncode = int(self.lines.readline())
                raise TimeoutError([f.read_text() for f in self.files])
            time.sleep(.01)
        return tuple(f.read_text() for f in self.files)

if __name__=='__main__':
    from sweep_runs import act
    from symbayes.runs.commands import sweep as command
    from symbayes.runs.sweeps import sweep
    import matplotlib.pyplot as plt, sklearn.datasets, torch._dynamo  # noqa: F401
    plt.close(plt.subplots()[0])
    gc.freeze()
    print('ready', flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        if not (pid := os.fork()):
            os.setsid()
            os.chdir(job['folder'])
            for fd,name in (0, os.devnull), (1, job['files'][0]), (2, job['files'][1]): os.dup2(os.open(name, os.O_RDWR|os.O_CREAT|os.O_TRUNC, 0o644), fd)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.argv = ['symbayes-sweep', *job['argv']]
            try:
                if job['argv']: sys.exit(command())
                t = sweep(run=act, **job['keywords'])
                print(len(t), (t.status=='done').sum())
                status = 0
            except SystemExit as e: status = e.code or 0
            except BaseException: status = 1; traceback.print_exc()
            threading._shutdown()      # as every process ends: the pools' threads are waited for,
            atexit._run_exitfuncs()    # and their semaphores given back, which multiprocessing would warn of otherwise
            sys.stdout.flush()
            os._exit(status)  # but without tearing down all that was imported, which takes a second
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
