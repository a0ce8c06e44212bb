import { mostIntegerBits, mostMessageLength, mostValueBytes, mostValueDepth, mostValueNodes } from '../limits.ts';

/** The name of the file that a program's line numbers refer to. */
export const programFile = 'solution.py';

/** Files of the private channel: work for the guest, the right to answer once, the answer, and sleeping. */
export type ChannelNames = { work: string; ask: string; answer: string; sleep: string };

/**
 * Writes what a step gave as JSON. It comes into the interpreter anew for each answer, after the program has had its turn, and
 * uses nothing that a program can replace: methods of built-in types, and functions that were kept from before.
 */
const answerSource = `
def answer(done, value, failure, kept):
    (type, len, hex, str, int, float, bool, bytes, list, tuple, dict, set, frozenset, BaseException, MemoryError, SystemExit,
     SyntaxError, ValueError, float_text, type_name, traceback_of) = kept
    size = 0
    nodes = 0
    parts = []
    def put(text):
        nonlocal size
        size += len(text)
        if size > ${mostValueBytes}: raise ValueError('the value is too large')
        parts.append(text)
    def text_of(text):
        return '"' + str.encode(text, 'utf-8', 'surrogatepass').hex() + '"'
    def name_of(kind):
        return type_name(kind)
    foreign = ''
    def tag(v, depth):
        nonlocal nodes, foreign
        nodes += 1
        if nodes > ${mostValueNodes}: raise ValueError('the value is too large')
        if depth > ${mostValueDepth}: raise ValueError('the value is nested too deeply')
        t = type(v)
        if v is None: put('["none"]')
        elif t is bool: put('["bool",true]' if v is True else '["bool",false]')
        elif t is int:
            if int.bit_length(v) > ${mostIntegerBits}: raise ValueError('the whole number is too large')
            put('["int","' + hex(v) + '"]')
        elif t is float: put('["float","' + float_text(v) + '"]')
        elif t is str: put('["text",' + text_of(v) + ']')
        elif t is bytes: put('["bytes","' + v.hex() + '"]')
        elif t is list or t is tuple or t is set or t is frozenset:
            put('["' + ('list' if t is list else 'tuple' if t is tuple else 'set') + '",[')
            first = True
            for x in v:
                if not first: put(',')
                first = False
                tag(x, depth + 1)
            put(']]')
        elif t is dict:
            put('["dict",[')
            first = True
            for k, x in dict.items(v):
                put('[' if first else ',[')
                first = False
                tag(k, depth + 1)
                put(',')
                tag(x, depth + 1)
                put(']')
            put(']]')
        else:
            foreign = foreign or name_of(t)
            put('["other",' + text_of(name_of(t)) + ']')
    def message_of(error):
        try:
            text = str(error)
            if type(text) is not str: return ''
            return text[:${mostMessageLength}]
        except BaseException:
            return ''
    def line_of(error):
        line = None
        if SyntaxError in type(error).__mro__ and type(error.lineno) is int: line = error.lineno
        tb = traceback_of(error)
        while tb is not None:
            if tb.tb_frame.f_code.co_filename == '${programFile}': line = tb.tb_lineno
            tb = tb.tb_next
        return 'null' if line is None else int.__repr__(line)
    def error_text(kind, message, line):
        return '{"type":' + text_of(kind) + ',"message":' + text_of(message) + ',"line":' + line + '}'
    if done:
        try:
            tag(value, 0)
        except ValueError as error:
            return '{"end":"not-plain","error":' + error_text(name_of(type(value)), str(error), 'null') + '}'
        except BaseException as error:
            return '{"end":"not-plain","error":' + error_text(name_of(type(value)), 'the value cannot be read', 'null') + '}'
        body = '"value":' + ''.join(parts)
        if foreign:
            return '{"end":"not-plain","error":' + error_text(foreign, 'a value of this type may not leave the sandbox', 'null') + ',' + body + '}'
        return '{"end":"returned","error":null,' + body + '}'
    kind = type(failure)
    end = 'memory' if kind is MemoryError else 'exited' if SystemExit in kind.__mro__ else 'raised'
    return '{"end":"' + end + '","error":' + error_text(name_of(kind), message_of(failure), line_of(failure)) + '}'
`;

/**
 * The main program of the interpreter. It takes work from the private channel, runs it, and only then asks the host for the right
 * to answer once, together with the code that writes the answer. It calls a program through three layers of the interpreter's own
 * functions, by which the host tells the program's use of the channel from its own. What takes over the whole interpreter still
 * gains nothing, as no expected value is ever inside.
 */
export const runnerSource = ({ work, ask, answer, sleep }: ChannelNames): string => `
def start():
    import sys, posix, marshal, builtins
    work_fd, ask_fd, answer_fd = posix.open('${work}', posix.O_RDONLY), posix.open('${ask}', posix.O_RDONLY), posix.open('${answer}', posix.O_WRONLY)
    read, write, loads, Module, Function = posix.read, posix.write, marshal.loads, type(sys), type(start)
    compile, execute, int, BaseException = builtins.compile, builtins.exec, builtins.int, builtins.BaseException
    b = builtins
    kept = (b.type, b.len, b.hex, b.str, b.int, b.float, b.bool, b.bytes, b.list, b.tuple, b.dict, b.set, b.frozenset,
            b.BaseException, b.MemoryError, b.SystemExit, b.SyntaxError, b.ValueError, b.float.__repr__,
            b.type.__dict__['__name__'].__get__, b.BaseException.__dict__['__traceback__'].__get__)
    from_bytes, decode = bytes.__dict__['decode'], None
    code = compile(${JSON.stringify(answerSource)}, 'answer', 'exec').co_consts[0]
    write(answer_fd, marshal.dumps(code))
    del code, b
    import time
    sleep_fd = posix.open('${sleep}', posix.O_WRONLY)
    def sleep(seconds, /):
        # CPython for WASI has no way to wait; the host moves its clock.
        if not isinstance(seconds, (int, float)): raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
        if seconds < 0: raise ValueError('sleep length must be non-negative')
        posix.write(sleep_fd, str(min(int(seconds * 1000000000), 10 ** 18)).encode())
    time.sleep = sleep
    del time, sleep
    sys.setrecursionlimit(1000)
    module = Module('solution')
    names = module.__dict__
    names['__builtins__'] = builtins
    sys.modules['solution'] = module
    template = 'def __benchloop_call__(*__benchloop_none__):\\n pass'
    program_file = '${programFile}'
    for name in ('_testcapi', '_testinternalcapi', '_testclinic', '_testbuffer', '_testmultiphase'): sys.modules[name] = None
    next, map = builtins.next, builtins.map
    del sys.settrace, sys.setprofile, sys.modules['__main__'].__dict__['start']
    import gc
    gc.collect()
    gc.freeze()
    del gc.unfreeze, gc
    while True:
        head = read(work_fd, 16)
        text = from_bytes(read(work_fd, int(head[1:])), 'utf-8')
        value = failure = None
        done = False
        try:
            if head[:1] == b'L':
                next(map(next, (map(next, (map(execute, (compile(text, program_file, 'exec'),), (names,)),)),)))
            else:
                wrapper = compile(template, 'script', 'exec', 0x400)
                wrapper.body[0].body = compile(text, 'script', 'exec', 0x400).body
                made = {}
                execute(compile(wrapper, 'script', 'exec'), names, made)
                value = next(map(next, (map(next, (map(made['__benchloop_call__'], (0,)),)),)))
            done = True
        except BaseException as error:
            failure = error
        fresh = read(ask_fd, 1000000)
        write(answer_fd, fresh[:32] + Function(loads(fresh[32:]), {'__builtins__': {}})(done, value, failure, kept).encode())
start()
`;
