const begin = '<!-- picture: begin -->';
const end = '<!-- picture: end -->';

/** Puts what a command printed between the markers of a README. */
export const replacePicture = (readme: string, command: string, printed: string): string => {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the README needs the lines ${begin} and ${end}, in this order`);
  const block = ['```console', `$ ${command}`, ...printed.trimEnd().split('\n'), '```'].join('\n');
  return `${readme.slice(0, from + begin.length)}\n${block}\n${readme.slice(to)}`;
};
