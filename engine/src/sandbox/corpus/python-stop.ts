import { programsOf } from './program.ts';

/** Python programs that never end by themselves or want more than there is. */
export const pythonStop = programsOf('python', 'stop', [
  ['py-loop', 'loops for ever', `def solve(n):\n    while True: pass`],
  [
    'py-loop-catching',
    'loops for ever and catches everything',
    `def solve(n):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass`,
  ],
  ['py-loop-at-load', 'loops for ever while it is loaded', `while True: pass`],
  ['py-memory-bomb', 'fills the memory', `def solve(n):\n    held = []\n    while True: held.append(bytearray(10_000_000))`],
  [
    'py-memory-bomb-catching',
    'fills the memory, catches the error and goes on',
    `def solve(n):\n    held = []\n    while True:\n        try: held.append(bytearray(1_000_000))\n        except MemoryError: pass`,
  ],
  ['py-string-doubling', 'doubles a text for ever', `def solve(n):\n    text = 'x'\n    while True: text += text`],
  ['py-huge-power', 'computes a huge power', `def solve(n): return 9 ** (9 ** 9)`],
  ['py-huge-factorial', 'computes a huge factorial', `import math\ndef solve(n): return math.factorial(10 ** 7)`],
  ['py-regex', 'matches a pattern that backtracks for ever', `import re\ndef solve(n): return bool(re.match(r'(a+)+$', 'a' * 40 + 'b'))`],
  [
    'py-recursion',
    'recurses without a limit',
    `import sys\ndef solve(n):\n    sys.setrecursionlimit(10 ** 9)\n    def deeper(k): return deeper(k + 1)\n    return deeper(0)`,
  ],
  [
    'py-c-recursion',
    'recurses through the interpreter’s own C functions',
    `import sys\ndef solve(n):\n    sys.setrecursionlimit(10 ** 9)\n    class Deep:\n        def __repr__(self): return repr([self])\n    return repr(Deep())`,
  ],
  [
    'py-deep-parse',
    'compiles a deeply nested expression',
    `def solve(n):\n    import sys\n    sys.setrecursionlimit(10 ** 9)\n    return eval('(' * 100000 + ')' * 100000)`,
  ],
  [
    'py-fork-bomb',
    'forks and starts threads without end',
    `import os, threading\ndef solve(n):\n    while True:\n        try: os.fork()\n        except (OSError, AttributeError):\n            try: threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\n            except RuntimeError: pass`,
  ],
  [
    'py-disk-fill',
    'fills the disk',
    `def solve(n):\n    with open('/tmp/big', 'wb') as f:\n        while True: f.write(b'x' * 10_000_000)`,
  ],
  [
    'py-disk-fill-sparse',
    'seeks and truncates to a huge size',
    `import os\ndef solve(n):\n    fd = os.open('/tmp/big', os.O_RDWR | os.O_CREAT)\n    os.ftruncate(fd, 10 ** 12)\n    os.pwrite(fd, b'x', 10 ** 12)`,
  ],
  [
    'py-many-files',
    'makes files without end',
    `def solve(n):\n    k = 0\n    while True:\n        open('/tmp/f' + str(k), 'w').close()\n        k += 1`,
  ],
  [
    'py-unlinked-files',
    'fills files that it has deleted but holds open',
    `import os\ndef solve(n):\n    held = []\n    while True:\n        f = open('/tmp/x', 'wb')\n        os.remove('/tmp/x')\n        f.write(b'x' * 100_000)\n        f.flush()\n        held.append(f)`,
  ],
  ['py-output', 'prints without end', `def solve(n):\n    while True: print('x' * 100_000)`],
  [
    'py-output-stderr',
    'writes to every stream without end',
    `import os\ndef solve(n):\n    while True:\n        for fd in (1, 2): os.write(fd, b'x' * 65536)`,
  ],
  ['py-sleep', 'sleeps for years', `import time\ndef solve(n):\n    time.sleep(10 ** 8)\n    return 0`],
  [
    'py-busy-wait',
    'waits for the clock in a loop',
    `import time\ndef solve(n):\n    end = time.time() + 10 ** 6\n    while time.time() < end: pass\n    return 0`,
  ],
  ['py-huge-result', 'gives back a huge text', `def solve(n): return 'x' * 50_000_000`],
  [
    'py-wide-result',
    'gives back a list that shares itself exponentially',
    `def solve(n):\n    value = [0]\n    for _ in range(60): value = [value, value]\n    return value`,
  ],
  [
    'py-deep-result',
    'gives back a deep list',
    `def solve(n):\n    value = []\n    for _ in range(100000): value = [value]\n    return value`,
  ],
  ['py-cyclic-result', 'gives back a list that holds itself', `def solve(n):\n    value = []\n    value.append(value)\n    return value`],
  ['py-huge-number', 'gives back a number of millions of digits', `def solve(n): return 1 << 20_000_000`],
  [
    'py-endless-message',
    'raises an error whose text never ends',
    `class Endless(Exception):\n    def __str__(self):\n        while True: pass\ndef solve(n): raise Endless()`,
  ],
  ['py-input', 'waits for input', `def solve(n): return input()`],
]);
