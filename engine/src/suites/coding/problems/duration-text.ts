import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; units: [string, string, string, string]; between: string; minus: string };

const sizes = [86_400, 3600, 60, 1] as const;

const solve = ({ units, between, minus }: Rule, args: Plain[]): Plain => {
  let left = Math.abs(args[0] as number);
  const parts: string[] = [];
  for (const [index, size] of sizes.entries()) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count}${units[index] ?? ''}`);
  }
  if (parts.length === 0) return `0${units[3]}`;
  return `${(args[0] as number) < 0 ? minus : ''}${parts.join(between)}`;
};

/** Counts up from the smallest unit. */
const check = ({ units, between, minus }: Rule, args: Plain[]): Plain => {
  const seconds = args[0] as number;
  const total = seconds < 0 ? -seconds : seconds;
  const counts = [Math.floor(total / 86_400), Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60];
  const text = counts
    .map((count, index) => `${count}${units[index] ?? ''}`)
    .filter((_part, index) => counts[index] !== 0)
    .join(between);
  return total === 0 ? `0${units[3]}` : (seconds < 0 ? minus : '') + text;
};

export const durationText = defineProblem<Rule>({
  id: 'duration-text',
  tags: ['text', 'arithmetic', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['duration text', 'format duration', 'say duration', 'time span text']),
    units: random.pick([
      ['d', 'h', 'm', 's'],
      ['D', 'H', 'M', 'S'],
      ['dd', 'hh', 'mm', 'ss'],
      [' days', ' hours', ' min', ' sec'],
    ] as [string, string, string, string][]),
    between: random.pick([' ', ', ', ' + ', '/']),
    minus: random.pick(['-', 'minus ', '~']),
  }),
  name: ({ name }) => name,
  parameters: () => 'seconds',
  brief: ({ units, between, minus }, { text }) =>
    `\`seconds\` is a whole number. Return it as a ${text} of days, hours, minutes and seconds: each part is the number directly followed by "${units.join('", "')}" respectively, and between two parts stands "${between}". There are 0 to 23 hours, 0 to 59 minutes and 0 to 59 seconds; days have no upper limit. Parts that are 0 are left out. Zero seconds give "0${units[3]}". A negative number is written as its positive one with "${minus}" in front.`,
  solve,
  check,
  tests: (random) => {
    const time = (days: number, hours: number, minutes: number, seconds: number): number =>
      days * 86_400 + hours * 3600 + minutes * 60 + seconds;
    const some = (most: number) => random.int(2, most);
    return [
      { name: 'minutes and seconds', calls: [[time(0, 0, some(59), some(59))], [time(0, 0, some(59), some(59))]] },
      { name: 'all four parts', calls: [[time(some(9), some(23), some(59), some(59))], [time(some(40), some(23), some(59), some(59))]] },
      { name: 'parts that are zero', calls: [[time(some(9), 0, 0, some(59))], [time(0, some(23), 0, 0)], [time(some(9), 0, some(59), 0)]] },
      { name: 'just a full unit', calls: [[60], [3600], [86_400], [59], [3599], [86_399]] },
      { name: 'zero', calls: [[0], [1]] },
      { name: 'negative numbers', calls: [[-time(0, some(23), some(59), some(59))], [-1], [-time(some(5), some(20), 0, some(50))]] },
    ];
  },
  trigger: (random) => [random.int(2, 20) * 3600 + random.int(2, 50) * 60 + 7],
  programs: ({ units: [d, h, m, s], between, minus }, entry) => ({
    python: {
      right: [
        `def ${entry}(seconds):
    if seconds < 0:
        return "${minus}" + ${entry}(-seconds)
    parts = []
    days = seconds // 86400
    hours = seconds // 3600 % 24
    minutes = seconds // 60 % 60
    rest = seconds % 60
    if days:
        parts.append(f"{days}${d}")
    if hours:
        parts.append(f"{hours}${h}")
    if minutes:
        parts.append(f"{minutes}${m}")
    if rest or not parts:
        parts.append(f"{rest}${s}")
    return "${between}".join(parts)`,
        `UNITS = [("${d}", 86400), ("${h}", 3600), ("${m}", 60), ("${s}", 1)]

def ${entry}(seconds):
    if seconds == 0:
        return "0${s}"
    sign, left, out = ("${minus}" if seconds < 0 else ""), abs(seconds), []
    for label, size in UNITS:
        count, left = divmod(left, size)
        if count > 0:
            out.append(str(count) + label)
    return sign + "${between}".join(out)`,
      ],
      faults: [
        {
          name: 'minutes go on past 59',
          edits: [['seconds // 60 % 60', 'seconds // 60']],
          fails: ['all four parts', 'parts that are zero', 'just a full unit', 'negative numbers'],
          isTriggered: true,
        },
        { name: 'a text of nothing for zero', edits: [[' or not parts', '']], fails: ['zero'] },
        { name: 'negative numbers as they are', edits: [['if seconds < 0', 'if False']], fails: ['negative numbers'] },
        {
          name: 'parts that are zero are written',
          edits: [['if hours:', 'if True:']],
          fails: ['minutes and seconds', 'parts that are zero', 'just a full unit', 'zero', 'negative numbers'],
        },
      ],
    },
    typescript: {
      right: [
        `function ${entry}(seconds: number): string {
  const units: [string, number][] = [['${d}', 86400], ['${h}', 3600], ['${m}', 60], ['${s}', 1]];
  const parts: string[] = [];
  let left: number = Math.abs(seconds);
  for (const [label, size] of units) {
    const count = Math.floor(left / size);
    left %= size;
    if (count > 0) parts.push(count + label);
  }
  const text = parts.length > 0 ? parts.join('${between}') : '0${s}';
  return seconds < 0 ? '${minus}' + text : text;
}`,
        `type Part = { count: number; label: string };

export const ${entry} = (seconds: number): string => {
  if (seconds < 0) return '${minus}' + ${entry}(-seconds);
  const parts: Part[] = [
    { count: Math.floor(seconds / 86400), label: '${d}' },
    { count: Math.floor(seconds / 3600) % 24, label: '${h}' },
    { count: Math.floor(seconds / 60) % 60, label: '${m}' },
    { count: seconds % 60, label: '${s}' },
  ];
  const shown = parts.filter((part: Part) => part.count !== 0).map(({ count, label }: Part) => String(count) + label);
  return shown.join('${between}') || '0${s}';
};`,
      ],
      faults: [
        { name: 'a text of nothing for zero', edits: [["'0" + s + "'", "''"]], fails: ['zero'] },
        { name: 'negative numbers lose their sign', edits: [["seconds < 0 ? '", "false ? '"]], fails: ['negative numbers'] },
        {
          name: 'parts that are zero are written',
          edits: [['count > 0', 'count >= 0']],
          fails: ['minutes and seconds', 'parts that are zero', 'just a full unit', 'zero', 'negative numbers'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'repair', level: 'medium', plants: 'minutes go on past 59' },
    { language: 'typescript', kind: 'write', level: 'medium' },
  ],
});
