/** The mark that begins a call in each form of `kit/text-tool-call-forms.ts`, and by which a chat template shows the form. */
const marks: readonly { mark: string; forms: readonly string[] }[] = [
  { mark: '<tool_call>', forms: ['tool-call-tag', 'function-tag'] },
  { mark: '<function=', forms: ['function-tag'] },
  { mark: '[TOOL_CALLS]', forms: ['mistral-args', 'mistral-list'] },
  { mark: '<|python_tag|>', forms: ['python-tag', 'bare-json'] },
  { mark: '<minimax:tool_call>', forms: ['minimax'] },
  { mark: '<|tool_calls_section_begin|>', forms: ['kimi'] },
  { mark: '<｜tool▁calls▁begin｜>', forms: ['deepseek'] },
  { mark: 'to=functions.', forms: ['gpt-oss'] },
];

/** Llama 3 is told in words to answer with bare JSON. */
const bareJsonTaught = /"name":\s*function name/;

/** Forms of calls that a chat template teaches. One that shows no known mark can only mean JSON. */
export const callFormsIn = (templateSource: string): string[] => {
  const shown = marks.filter(({ mark }) => templateSource.includes(mark)).flatMap(({ forms }) => forms);
  const bare = bareJsonTaught.test(templateSource) || shown.length === 0 ? ['bare-json'] : [];
  return [...new Set([...shown, ...bare])];
};

/** Divides answer text into what is read and what is a call being written; exact division is left to the end of the reply. */
export type CallRouter = {
  push: (text: string) => { channel: 'answer' | 'tool-call'; text: string }[];
  end: () => { channel: 'answer' | 'tool-call'; text: string }[];
};

const endOfMark = (text: string, starts: readonly string[]): number => {
  for (let length = Math.min(text.length, Math.max(0, ...starts.map((mark) => mark.length - 1))); length > 0; length -= 1) {
    if (starts.some((mark) => mark.startsWith(text.slice(-length)))) return length;
  }
  return 0;
};

/** From the first mark on, everything is a call's text. */
export const createCallRouter = (forms: readonly string[]): CallRouter => {
  const starts = marks.filter((entry) => entry.forms.some((form) => forms.includes(form))).map(({ mark }) => mark);
  let held = '';
  let begun = false;
  let inCall = false;
  const give = (channel: 'answer' | 'tool-call', text: string) => (text === '' ? [] : [{ channel, text }]);
  return {
    push: (text) => {
      if (inCall) return give('tool-call', text);
      held += text;
      if (!begun && forms.includes('bare-json') && held.trimStart().startsWith('{')) inCall = true;
      begun ||= held.trim() !== '';
      const places = starts.map((mark) => held.indexOf(mark)).filter((place) => place >= 0);
      const cut = inCall ? 0 : places.length > 0 ? Math.min(...places) : held.length - endOfMark(held, starts);
      inCall ||= places.length > 0;
      const pieces = [...give('answer', held.slice(0, cut)), ...(inCall ? give('tool-call', held.slice(cut)) : [])];
      held = inCall ? '' : held.slice(cut);
      return pieces;
    },
    end: () => {
      const rest = held;
      held = '';
      return give('answer', rest);
    },
  };
};
