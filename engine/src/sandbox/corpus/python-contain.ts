import { programsOf } from './program.ts';

/** Python programs that reach for the machine around them. */
export const pythonContain = programsOf('python', 'contain', [
  ['py-read-canary', 'reads a file of the machine', `def solve(n): return open('CANARY_FILE').read()`],
  ['py-read-passwd', 'reads /etc/passwd', `def solve(n): return open('/etc/passwd').read()`],
  [
    'py-dotdot',
    'reads by .. and by absolute paths in many spellings',
    `def solve(n):
    found = []
    for path in ('../' * 30 + 'CANARY_FILE', '/../..CANARY_FILE', '/tmp/../../..CANARY_FILE', '/usr/..CANARY_FILE', './CANARY_FILE', '/proc/self/rootCANARY_FILE'):
        try: found.append(open(path).read())
        except OSError as e: found.append(e.errno)
    return found`,
  ],
  [
    'py-symlink',
    'makes a symbolic and a hard link to the root',
    `import os
def solve(n):
    found = []
    for make in (os.symlink, os.link):
        try:
            make('/', '/tmp/root')
            found.append('ESC' + 'APED: link made')
        except OSError as e: found.append(e.errno)
    return found`,
  ],
  [
    'py-list-root',
    'lists every folder that it can',
    `import os
def solve(n):
    found = []
    for folder, names, files in os.walk('/'):
        found.extend(folder + '/' + name for name in names + files)
    outside = [p for p in found if not p.startswith(('/usr/local/lib', '//usr', '//tmp', '/tmp', '/usr'))]
    return ['ESC' + 'APED: ' + p for p in outside]`,
  ],
  [
    'py-write-canary',
    'writes a file of the machine',
    `import os
def solve(n):
    os.makedirs('CANARY_FOLDER', exist_ok=True)
    with open('CANARY_FOLDER/written', 'w') as f: f.write('x')
    return 'wrote inside'`,
  ],
  [
    'py-change-library',
    'changes the library that all interpreters share',
    `def solve(n):
    found = []
    for mode in ('r+b', 'wb', 'ab'):
        try:
            with open('/usr/local/lib/python311.zip', mode) as f: f.write(b'xxxx')
            found.append('ESC' + 'APED: wrote the library')
        except OSError as e: found.append(e.errno)
    import os
    for act in (lambda: os.remove('/usr/local/lib/python311.zip'), lambda: os.rename('/usr/local/lib/python311.zip', '/tmp/z'), lambda: os.rename('/usr', '/u'), lambda: os.truncate('/usr/local/lib/python311.zip', 0)):
        try:
            act()
            found.append('ESC' + 'APED: changed the library')
        except OSError as e: found.append(e.errno)
    return found`,
  ],
  [
    'py-environment',
    'looks for the environment of the machine',
    `import os
def solve(n):
    found = [dict(os.environ)]
    for path in ('/proc/self/environ', '/proc/1/environ', '/proc/self/cmdline', '/proc/self/maps'):
        try: found.append(open(path, 'rb').read().decode('latin1'))
        except OSError as e: found.append(e.errno)
    return ['ESC' + 'APED: ' + str(f) for f in found if f and not isinstance(f, int)]`,
  ],
  ['py-os-system', 'runs a command through os.system', `import os\ndef solve(n): return os.system('echo x > CANARY_FOLDER/written')`],
  [
    'py-subprocess',
    'starts a process',
    `import subprocess
def solve(n): return 'ESC' + 'APED: ' + subprocess.run(['cat', 'CANARY_FILE'], capture_output=True, text=True).stdout`,
  ],
  [
    'py-posix-spawn',
    'starts a process by exec and posix_spawn',
    `import os
def solve(n):
    found = []
    for name in ('execv', 'posix_spawn', 'spawnv', 'popen', 'forkpty', 'startfile'):
        act = getattr(os, name, None)
        if act is None: continue
        try:
            act('/bin/true') if name in ('popen', 'forkpty') else act('/bin/true', ['true'], {}) if name == 'posix_spawn' else act(0, '/bin/true', ['true']) if name == 'spawnv' else act('/bin/true', ['true'])
            found.append('ESC' + 'APED: ' + name)
        except Exception as e: found.append(type(e).__name__)
    return found`,
  ],
  [
    'py-fork-once',
    'forks once',
    `import os
def solve(n):
    try: pid = os.fork()
    except (OSError, AttributeError) as e: return type(e).__name__
    if pid == 0: os._exit(0)
    return 'ESC' + 'APED: forked'`,
  ],
  [
    'py-thread',
    'starts a thread that lives on',
    `import threading
def solve(n):
    try: threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()
    except RuntimeError as e: return str(e)
    return 'ESC' + 'APED: a thread'`,
  ],
  [
    'py-ctypes',
    'calls the C library',
    `def solve(n):
    import ctypes
    return 'ESC' + 'APED: ' + str(ctypes.CDLL(None).getpid())`,
  ],
  [
    'py-load-library',
    'loads native code as an extension module',
    `import importlib.machinery, importlib.util
def solve(n):
    for path in ('/usr/lib/x86_64-linux-gnu/libc.so.6', '/lib/libc.so.6', '/tmp/evil.so'):
        try:
            loader = importlib.machinery.ExtensionFileLoader('evil', path)
            importlib.util.module_from_spec(importlib.util.spec_from_loader('evil', loader))
            return 'ESC' + 'APED: loaded ' + path
        except (ImportError, AttributeError): pass
    return 'none'`,
  ],
  [
    'py-connect',
    'connects to a server on this machine',
    `import socket
def solve(n):
    s = socket.create_connection(('127.0.0.1', PORT), 2)
    return 'ESC' + 'APED: connected'`,
  ],
  [
    'py-raw-socket',
    'opens sockets of every kind and reuses descriptors as sockets',
    `def solve(n):
    import _socket
    found = []
    for kind in range(1, 6):
        try: found.append(('ESC' + 'APED: ', _socket.socket(2, kind)))
        except Exception as e: found.append(type(e).__name__)
    for fd in range(0, 12):
        try:
            s = _socket.socket(fileno=fd)
            s.send(b'GET / HTTP/1.0\\r\\n\\r\\n')
        except Exception as e: found.append(type(e).__name__)
    return [str(f) for f in found]`,
  ],
  [
    'py-urllib',
    'fetches from a server on this machine',
    `import urllib.request
def solve(n): return urllib.request.urlopen('http://127.0.0.1:PORT/', timeout=2).read().decode()`,
  ],
  [
    'py-kill-parent',
    'signals its parent',
    `import os, signal
def solve(n):
    try: os.kill(os.getppid(), signal.SIGKILL)
    except (OSError, AttributeError) as e: return type(e).__name__
    return 'ESC' + 'APED: sent'`,
  ],
  [
    'py-js-bridge',
    'looks for a bridge to JavaScript',
    `import importlib
def solve(n):
    found = []
    for name in ('js', 'pyodide', 'pyodide_js', '_pyodide_core', 'emscripten', '_wasmer', 'wasi', 'browser'):
        try: found.append('ESC' + 'APED: ' + str(importlib.import_module(name)))
        except ImportError: pass
    return found`,
  ],
  [
    'py-open-devices',
    'opens devices and every descriptor number',
    `import os
def solve(n):
    found = []
    for path in ('/dev/mem', '/dev/kmem', '/dev/sda', '/dev/tty', '/dev/stdin', '/dev/fd/3', '/sys/kernel', '/run/docker.sock', '/var/run/docker.sock'):
        try:
            os.open(path, os.O_RDWR)
            found.append('ESC' + 'APED: ' + path)
        except OSError as e: found.append(e.errno)
    return found`,
  ],
  [
    'py-wild-pointers',
    'makes the interpreter read and write wild addresses',
    `def solve(n):
    # The co_consts index of a hand-made code object runs off its tuple.
    import types
    f = lambda: 0
    code = f.__code__
    evil = code.replace(co_code=bytes([151, 0, 100, 255, 83, 0]), co_consts=())
    return repr(types.FunctionType(evil, {})())[:200]`,
  ],
  [
    'py-bytecode-fuzz',
    'runs bytecode of random bytes',
    `import types, random
def solve(n):
    found = []
    for seed in range(40):
        random.seed(seed)
        code = (lambda: 0).__code__
        body = bytes([151, 0]) + bytes(random.randrange(256) for _ in range(60)) + bytes([83, 0])
        try: found.append(type(types.FunctionType(code.replace(co_code=body, co_stacksize=100), {})()).__name__)
        except Exception as e: found.append(type(e).__name__)
    return found`,
  ],
  [
    'py-huge-descriptors',
    'opens files until the host has none left',
    `def solve(n):
    held = []
    try:
        while True: held.append(open('/tmp/f' + str(len(held)), 'w'))
    except OSError as e: return ['ESC' + 'APED: many'] if len(held) > 2000 else e.errno`,
  ],
]);
