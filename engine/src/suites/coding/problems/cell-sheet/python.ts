import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ largest, loop, bad }: Rule, entry: string): Programs => ({
  right: [
    String.raw`import re

LOOP = "${loop}"
BAD = "${bad}"
TERM = re.compile(r"([+-]?)(?:([A-Z]+)\(([A-Z])(\d+):([A-Z])(\d+)\)|([A-Z]\d+)|(\d+))")

def rectangle(left, top, right, bottom):
    names = []
    for column in range(ord(left), ord(right) + 1):
        for row in range(int(top), int(bottom) + 1):
            names.append(chr(column) + str(row))
    return names

def ${entry}(cells):
    known = {}

    def value(name, path):
        if name in path:
            return LOOP
        if name not in cells:
            return 0
        content = cells[name]
        if isinstance(content, int):
            return content
        if not content.startswith("="):
            return BAD
        total = 0
        faults = set()
        for match in TERM.finditer(content[1:]):
            sign, function, left, top, right, bottom, cell, number = match.groups()
            if number:
                part = int(number)
            else:
                names = [cell] if cell else rectangle(left, top, right, bottom)
                values = [value(other, path + [name]) for other in names]
                wrong = [v for v in values if isinstance(v, str)]
                faults.update(wrong)
                if wrong:
                    continue
                part = max(values) if function == "${largest}" else sum(values)
            total += -part if sign == "-" else part
        if LOOP in faults:
            return LOOP
        if faults:
            return BAD
        return total

    return {name: value(name, []) for name in cells}`,
    String.raw`import re

def names_in(term):
    found = re.fullmatch(r"[A-Z]+\((.)(\d+):(.)(\d+)\)", term)
    if found:
        left, top, right, bottom = found.groups()
        return [
            f"{chr(c)}{r}"
            for r in range(int(top), int(bottom) + 1)
            for c in range(ord(left), ord(right) + 1)
        ]
    return [] if term.isdigit() else [term]

def split(formula):
    terms = re.split(r"([+-])", formula[1:])
    sign, pairs = 1, []
    for term in terms:
        if term in ("+", "-"):
            sign = 1 if term == "+" else -1
        elif term:
            pairs.append((sign, term))
    return pairs

def work_out(term, known):
    if term.isdigit():
        return int(term)
    values = [known.get(name, 0) for name in names_in(term)]
    return max(values) if term.startswith("${largest}(") else sum(values)

def ${entry}(cells):
    known = {name: content for name, content in cells.items() if type(content) is int}
    texts = {name for name, c in cells.items() if type(c) is str and c[:1] != "="}
    waiting = {name: split(c) for name, c in cells.items() if type(c) is str and c[:1] == "="}
    tainted = set(texts)
    progress = True
    while progress:
        progress = False
        for name, terms in list(waiting.items()):
            needed = {other for _, term in terms for other in names_in(term)}
            if needed & waiting.keys():
                continue
            if needed & tainted:
                tainted.add(name)
            else:
                known[name] = sum(sign * work_out(term, known) for sign, term in terms)
            del waiting[name]
            progress = True
    return {
        name: "${loop}" if name in waiting else "${bad}" if name in tainted else known[name]
        for name in cells
    }`,
  ],
  faults: [
    {
      name: 'knows no loops',
      edits: [['        if name in path:\n            return LOOP\n', '']],
      fails: ['cells that depend on themselves', 'text and a loop'],
    },
    {
      name: 'a missing cell fails',
      edits: [['        if name not in cells:\n            return 0\n', '']],
      fails: ['rectangles', 'cells that are not there'],
    },
    {
      name: 'text wins over a loop',
      edits: [
        [
          '        if LOOP in faults:\n            return LOOP\n        if faults:\n            return BAD',
          '        if BAD in faults:\n            return BAD\n        if faults:\n            return LOOP',
        ],
      ],
      fails: ['text and a loop'],
    },
    {
      name: 'text counts as zero',
      edits: [['            return BAD\n        total', '            return 0\n        total']],
      fails: ['text', 'text and a loop'],
    },
    { name: 'rows have one digit', edits: [[String.raw`|([A-Z]\d+)|`, String.raw`|([A-Z]\d)|`]], fails: ['rows of two digits'] },
  ],
});
