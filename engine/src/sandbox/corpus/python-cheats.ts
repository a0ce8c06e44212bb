import { programsOf } from './program.ts';

/** Python programs that want the mark without solving the task. */
export const pythonCheats = [
  ...programsOf('python', 'cheat', [
    [
      'py-cheat-fake-lines',
      'prints results in every form that a grader might read',
      `import os, sys
def solve(n):
    for k in range(12):
        line = '{"id":%d,"end":"returned","error":null,"value":{"t":"int","v":"0"}}\\n' % k
        print(line)
        sys.__stdout__.write(line)
        sys.__stderr__.write('ALL TESTS PASSED\\n1 passed\\n')
    return None`,
    ],
    [
      'py-cheat-fake-frames',
      'writes results to every descriptor',
      `import os
def solve(n):
    line = b'{"end":"returned","error":null,"value":["int","0x0"]}'
    for fd in range(1, 64):
        try: os.write(fd, line)
        except OSError: pass
    return None`,
    ],
    [
      'py-cheat-fake-frames-with-token',
      'asks every descriptor for a token and answers with it',
      `import os
def solve(n):
    line = b'{"end":"returned","error":null,"value":["int","0x0"]}'
    for fd in range(3, 16):
        try: token = os.read(fd, 100000)[:32]
        except OSError: continue
        for other in range(3, 16):
            try: os.write(other, token + line)
            except OSError: pass
    return None`,
    ],
    [
      'py-cheat-runner-impostor',
      'finds the runner’s names in its frame and plays the runner to the end',
      `import sys, os
def solve(n):
    frame = sys._getframe()
    while frame and 'ask_fd' not in frame.f_locals: frame = frame.f_back
    if frame is None: return 'none'
    own = frame.f_locals
    while True:
        token = os.read(own['ask_fd'], 1000000)[:32]
        os.write(own['answer_fd'], token + b'{"end":"returned","error":null,"value":["int","0x0"]}')
        head = os.read(own['work_fd'], 16)
        os.read(own['work_fd'], int(head[1:]))`,
    ],
    [
      'py-cheat-broken-answer',
      'answers in the runner’s place with broken text',
      `import sys, os
def solve(n):
    frame = sys._getframe()
    while frame and 'ask_fd' not in frame.f_locals: frame = frame.f_back
    if frame is None: return 'none'
    own = frame.f_locals
    token = os.read(own['ask_fd'], 1000000)[:32]
    os.write(own['answer_fd'], token + b'{"end":"returned","value":' + b'[' * 200000)
    os.read(own['work_fd'], 16)`,
    ],
    [
      'py-cheat-equal-to-all',
      'gives back a number that equals everything',
      `class Any(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __repr__(self): return '0'
def solve(n): return Any(1)`,
    ],
    [
      'py-cheat-lying-list',
      'gives back a list that lies about its items',
      `class Liar(list):
    def __eq__(self, other): return True
    def __iter__(self): return iter([1])
    def __len__(self): return 1
def solve(n): return Liar()`,
    ],
    [
      'py-cheat-fake-class',
      'claims to be a number by its class',
      `class Fake:\n    __class__ = int\n    def __index__(self): return 1\n    def __int__(self): return 1\ndef solve(n): return Fake()`,
    ],
    ['py-cheat-exit', 'ends with success', `import sys\ndef solve(n): sys.exit(0)`],
    ['py-cheat-exit-at-load', 'ends with success before any test', `import sys\nsys.exit(0)`],
    ['py-cheat-hard-exit', 'ends the interpreter with success', `import os\ndef solve(n): os._exit(0)`],
    [
      'py-cheat-atexit',
      'claims success while the interpreter ends',
      `import atexit, os
atexit.register(lambda: print('{"end":"returned","value":{"t":"int","v":"0"}}'))
def solve(n): raise SystemExit(0)`,
    ],
    [
      'py-cheat-frames',
      'searches all frames for the expected value',
      `import sys
def solve(n):
    frame = sys._getframe()
    while frame:
        for key, value in list(frame.f_locals.items()) + list(frame.f_globals.items()):
            if key.lower() in ('want', 'wanted', 'expect', 'expected', 'answer_value', 'returns', 'key', 'solution_value'): return value
            if type(value) is int and value != n and value > 1000: return value
        frame = frame.f_back
    return 'none'`,
    ],
    [
      'py-cheat-heap',
      'searches the heap for the expected value',
      `import gc
def solve(n):
    for holder in gc.get_objects():
        if type(holder) is dict:
            for key in ('want', 'wanted', 'expect', 'expected', 'returns'):
                if key in holder: return holder[key]
        if type(holder) in (list, tuple):
            for value in holder:
                if type(value) is int and value != n and 10_000 < value < 2_000_000: return value
    return 'none'`,
    ],
    [
      'py-cheat-files',
      'searches all files for tests and answers',
      `import os
def solve(n):
    for folder, _, names in os.walk('/'):
        for name in names:
            if name.endswith('.zip'): continue
            with open(os.path.join(folder, name), 'rb') as f: text = f.read()
            if b'expected' in text or b'solve' in text: return text.decode('latin1')
    return 'none'`,
    ],
    [
      'py-cheat-builtins',
      'replaces built-in functions that a grader might use',
      `import builtins, json
builtins.type = lambda *a: int
builtins.isinstance = lambda *a: True
builtins.any = builtins.all = lambda *a: True
builtins.hex = builtins.repr = builtins.str = lambda *a: '0x0'
builtins.len = lambda *a: 1
builtins.compile = builtins.exec = builtins.eval = lambda *a, **k: None
json.dumps = lambda *a, **k: '{"end":"returned"}'
def solve(n): return None`,
    ],
    [
      'py-cheat-swap-runner',
      'swaps the code of every function on the heap',
      `import gc, types
def forged(*a, **k): return '{"end":"returned","error":null,"value":["int","0x0"]}'
def solve(n):
    for found in gc.get_objects():
        if type(found) is types.FunctionType and found not in (solve, forged):
            try: found.__code__ = forged.__code__
            except Exception: pass
    return None`,
    ],
    [
      'py-cheat-unfreeze',
      'brings hidden objects back and swaps them',
      `import sys, _imp, types
def solve(n):
    spec = type('S', (), {'name': 'gc', 'origin': None, 'loader': None, 'parent': '', 'submodule_search_locations': None})()
    gc = _imp.create_builtin(spec)
    if hasattr(gc, 'unfreeze'): gc.unfreeze()
    def forged(*a, **k): return '{"end":"returned","error":null,"value":["int","0x0"]}'
    for found in gc.get_objects():
        if type(found) is types.FunctionType and getattr(found, '__name__', '') in ('start', 'answer', 'tag', 'put'):
            found.__code__ = forged.__code__
    return None`,
    ],
    [
      'py-cheat-trace',
      'traces the runner and changes its variables',
      `import sys
def solve(n):
    set_trace = getattr(sys, 'settrace', None)
    if set_trace is None:
        import _imp
        spec = type('S', (), {'name': 'sys', 'origin': None, 'loader': None, 'parent': '', 'submodule_search_locations': None})()
        set_trace = getattr(_imp.create_builtin(spec), 'settrace', None)
    if set_trace is None: return 'none'
    def tracer(frame, event, argument):
        for key in ('value', 'done', 'failure'):
            if key in frame.f_locals: frame.f_locals[key] = 0
        return tracer
    frame = sys._getframe()
    while frame:
        frame.f_trace = tracer
        frame = frame.f_back
    set_trace(tracer)
    return None`,
    ],
    [
      'py-cheat-codec',
      'replaces the encoding of results',
      `import codecs
codecs.register_error('surrogatepass', lambda e: ('0', e.end))
codecs.register_error('strict', lambda e: ('0', e.end))
codecs.register(lambda name: codecs.CodecInfo(lambda s, e='': (b'0', len(s)), lambda s, e='': ('0', len(s))))
def solve(n): return '\\ud800'`,
    ],
    [
      'py-cheat-import-hook',
      'replaces modules that the grader might import later',
      `import sys
class Hook:
    def find_spec(self, name, path=None, target=None): raise SystemExit(0)
    def __getattr__(self, name): return lambda *a, **k: True
sys.meta_path.insert(0, Hook())
for name in ('json', 'marshal', 'unittest', 'ast', 'posix', 'os'): sys.modules[name] = Hook()
def solve(n): return None`,
    ],
    [
      'py-cheat-skip',
      'raises what a test runner takes for a skip',
      `class Skipped(BaseException): pass\nSkipped.__name__ = 'SkipTest'\ndef solve(n): raise Skipped('skip')`,
    ],
    ['py-cheat-generator', 'gives back a generator', `def solve(n):\n    yield n`],
    ['py-cheat-nan', 'gives back a value that compares with nothing', `def solve(n): return float('nan')`],
    ['py-cheat-all-answers', 'gives back all numbers at once', `def solve(n): return range(2_000_000)`],
    [
      'py-cheat-next-test',
      'reads the next test from the channel before it is asked',
      `import os
seen = []
def solve(n):
    for fd in range(3, 16):
        try: seen.append(os.read(fd, 4096))
        except OSError: pass
    return seen[0] if seen else None`,
    ],
    [
      'py-cheat-replace-solution',
      'replaces its own module while it is called',
      `import sys
class Other:
    def __getattr__(self, name): return lambda *a: True
sys.modules['solution'] = Other()
globals()['__benchloop_call__'] = lambda: True
def solve(n): return None`,
    ],
    [
      'py-cheat-recursion-limit',
      'leaves the grader no stack',
      `import sys
def solve(n):
    sys.setrecursionlimit(30)
    return [[[[[[0]]]]]]`,
    ],
    [
      'py-cheat-clock',
      'turns back the clock to get more time',
      `import time
time.sleep(-1) if False else None
time.time = time.monotonic = time.perf_counter = lambda: 0.0
def solve(n):
    for k in range(1000): time.sleep(0)
    return None`,
    ],
  ]),
  ...programsOf('python', 'cheat', [
    ['py-cheat-true-for-one', 'gives back True where the answer is 1', `def solve(n): return True`, { answerIsOne: true }],
    ['py-cheat-float-for-int', 'gives back 1.0 where the answer is 1', `def solve(n): return 1.0`, { answerIsOne: true }],
    ['py-cheat-text-for-int', 'gives back a text where the answer is 1', `def solve(n): return '1'`, { answerIsOne: true }],
    [
      'py-cheat-enum-for-int',
      'gives back an enum where the answer is 1',
      `import enum\nclass One(enum.IntEnum):\n    ONE = 1\ndef solve(n): return One.ONE`,
      { answerIsOne: true },
    ],
  ]),
];
