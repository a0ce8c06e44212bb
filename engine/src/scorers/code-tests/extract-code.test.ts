import { describe, expect, test } from 'vitest';
import { extractCode } from './extract-code.ts';

const python = { language: 'python', entry: 'add' } as const;
const javascript = { language: 'javascript', entry: 'add' } as const;
const typescript = { language: 'typescript', entry: 'add' } as const;
const code = 'def add(a, b):\n    return a + b';
const script = 'function add(a, b) {\n  return a + b;\n}';
const fenced = (tag: string, mark = '```', text = code): string => `${mark}${tag}\n${text}\n${mark}`;

describe('the program of a reply in Python', () => {
  test.each<[string, string, string]>([
    ['bare', code, code],
    ['bare, with spaces around it', `\n\n${code}\n  \n`, code],
    ['fenced', fenced('python'), code],
    ['fenced as py', fenced('py'), code],
    ['fenced as Python3', fenced('Python3'), code],
    ['a space before the tag', fenced(' python'), code],
    ['fenced with attributes', fenced('python title="add.py" {1}'), code],
    ['fenced in braces', fenced('{.python}'), code],
    ['fenced without a tag', fenced(''), code],
    ['fenced with tildes', fenced('python', '~~~'), code],
    ['fenced with four marks', fenced('python', '````'), code],
    ['a fence that is left open', `Sure.\n\n\`\`\`python\n${code}\n`, code],
    ['a fence that is only closed', `${code}\n\`\`\``, code],
    ['a fence on one line', 'So: \n```python add = lambda a, b: a + b```', 'add = lambda a, b: a + b'],
    ['prose around a fence', `Here is the function.\n\n${fenced('python')}\n\nIt adds (a + b).`, code],
    ['prose around bare code', `Here is the function:\n\n${code}\n\nIt adds both numbers and returns the sum.`, code],
    ['prose with a heading', `**Solution:**\n\n${code}\n\nNote that this is fast.`, code],
    ['a fence in a list', `1. Write it:\n\n   ${fenced('python').replaceAll('\n', '\n   ')}\n2. Run it.`, code],
    ['a block indented by four spaces', `This is it:\n\n    ${code.replaceAll('\n', '\n    ')}\n\nThat is all there is.`, code],
    ['Windows line ends', fenced('python').replaceAll('\n', '\r\n'), code],
    ['a byte order mark', `\uFEFF${fenced('python')}`, code],
    ['a byte order mark inside', fenced('python', '```', `\uFEFF${code}`), code],
    ['thinking that leaked', `<think>I could ${fenced('python', '```', 'def add(): pass')}</think>\n${fenced('python')}`, code],
    ['thinking whose opening is missing', `perhaps def add():\n</think>\n${code}`, code],
    [
      'the last of several versions',
      `${fenced('python', '```', 'def add(a, b):\n    return a - b')}\nThat is wrong. Better:\n${fenced('python')}`,
      code,
    ],
    ['an example of use behind it', `${fenced('python')}\nUse it so:\n${fenced('python', '```', 'print(add(1, 2))')}`, code],
    ['a command behind it', `${fenced('python')}\n${fenced('bash', '```', 'python add.py')}`, code],
    ['a command before bare code', `${fenced('bash', '```', 'pip install nothing')}\n${code}`, code],
    ['its output behind it', `${fenced('')}\n${fenced('', '```', '3')}`, code],
    ['tagged as another language', fenced('ruby'), code],
    [
      'a helper in a block of its own',
      `${fenced('python', '```', 'def plus(a, b):\n    return a + b')}\nand\n${fenced('python', '```', 'def add(a, b):\n    return plus(a, b)')}`,
      'def plus(a, b):\n    return a + b\n\n\ndef add(a, b):\n    return plus(a, b)'.replace('\n\n\n', '\n\n'),
    ],
    ['a helper that nobody needs', `${fenced('python', '```', 'def minus(a, b):\n    return a - b')}\n${fenced('python')}`, code],
    ['a decorator and an import first', `from functools import cache\n\n@cache\n${code}`, `from functools import cache\n\n@cache\n${code}`],
    ['a name that is bound', 'add = lambda a, b: a + b', 'add = lambda a, b: a + b'],
    ['another name', fenced('python', '```', 'def plus(a, b):\n    return a + b'), 'def plus(a, b):\n    return a + b'],
    [
      'comments of several sentences',
      `# The sum of two numbers is easy.\n${code}\n# That was all there is.`,
      `${code}\n# That was all there is.`,
    ],
  ])('%s', (_name, reply, wanted) => {
    expect(extractCode(reply, python)).toBe(wanted);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['spaces', ' \n \r\n'],
    ['prose', 'Add both numbers and return the sum. You import nothing for it.'],
    ['a refusal', "I'm sorry, but I can't help with that request."],
    ['a claim', 'Done. I have written and tested the function add(a, b), and all tests pass.'],
    ['an answer line', 'The result is as follows.\n\nAnswer: 42'],
    ['a name in prose', 'The function `add(a, b)` returns a + b.'],
    ['thinking alone', `<think>${fenced('python')}`],
    ['a command', fenced('bash', '```', 'python add.py')],
    ['data', fenced('json', '```', '{"add": [1, 2]}')],
    ['an empty fence', '```python\n\n```'],
  ])('none in: %s', (_name, reply) => {
    expect(extractCode(reply, python)).toBeNull();
  });
});

describe('the program of a reply in JavaScript and TypeScript', () => {
  test.each<[string, string, string]>([
    ['bare', script, script],
    ['fenced as js', fenced('js', '```', script), script],
    ['fenced as JavaScript', fenced('JavaScript', '```', script), script],
    ['an arrow', fenced('', '~~~', 'export const add = (a, b) => a + b;'), 'export const add = (a, b) => a + b;'],
    ['an assigned export', 'module.exports.add = (a, b) => a + b;', 'module.exports.add = (a, b) => a + b;'],
    ['prose around bare code', `Here is the function:\n\n${script}\n\nThis adds both numbers.`, script],
    ['translated to Python behind it', `${fenced('js', '```', script)}\nIn Python:\n${fenced('python')}`, script],
    ['a call behind it', `${fenced('js', '```', script)}\n${fenced('js', '```', 'console.log(add(1, 2));')}`, script],
  ])('%s', (_name, reply, wanted) => {
    expect(extractCode(reply, javascript)).toBe(wanted);
  });

  test('a type in a block of its own', () => {
    const [type, body] = ['type Pair = [number, number];', 'const add = ([a, b]: Pair): number => a + b;'];
    expect(extractCode(`${fenced('ts', '```', type)}\n${fenced('typescript', '```', body)}`, typescript)).toBe(`${type}\n\n${body}`);
  });

  test.each(['Add them.', fenced('html', '```', '<b>add</b>'), 'let us see what a function does'])('none in: %s', (reply) => {
    expect(extractCode(reply, javascript)).toBeNull();
  });
});
