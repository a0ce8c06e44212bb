import { WorldError } from '../../kit/world/world.ts';

/** One command of a pipeline: its words, and where its output goes. */
export type Stage = { words: string[]; into?: { path: string; append: boolean } };
export type Pipeline = { stages: Stage[]; /** Runs only after a success. */ afterSuccess: boolean };

export const commandCharactersMax = 4000;
export const stagesMax = 20;

type Token = { kind: 'word' | 'sign'; text: string };

const signs = ['&&', '||', '>>', '|', ';', '>', '<', '&'];

/** Words and signs of a command line; quotes keep what is between them as it is. */
const tokensOf = (line: string): Token[] => {
  const tokens: Token[] = [];
  let word: string | null = null;
  const close = () => {
    if (word !== null) tokens.push({ kind: 'word', text: word });
    word = null;
  };
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] as string;
    const sign = signs.find((one) => line.startsWith(one, at));
    if (letter === "'" || letter === '"') {
      const end = line.indexOf(letter, at + 1);
      if (end < 0) throw new WorldError(`a quotation mark ${letter} is not closed`);
      word = (word ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (sign !== undefined) {
      close();
      tokens.push({ kind: 'sign', text: sign });
      at += sign.length - 1;
    } else if (/\s/.test(letter)) {
      close();
      if (letter === '\n') tokens.push({ kind: 'sign', text: ';' });
    } else if (letter === '$' || letter === '`') {
      throw new WorldError(`"${letter}" is not known here: there are no variables and no nested commands`);
    } else word = (word ?? '') + letter;
  }
  close();
  return tokens;
};

/** The pipelines of a command line, joined by `;`, a line break or `&&`. */
export const parseLine = (line: string): Pipeline[] => {
  if (line.length > commandCharactersMax) throw new WorldError(`a command line has at most ${commandCharactersMax} characters`);
  const pipelines: Pipeline[] = [];
  let pipeline: Pipeline = { stages: [], afterSuccess: false };
  let stage: Stage = { words: [] };
  const closeStage = (needed: boolean) => {
    if (stage.words.length > 0) pipeline.stages.push(stage);
    else if (needed || stage.into !== undefined) throw new WorldError('a command is missing');
    stage = { words: [] };
  };
  const tokens = tokensOf(line);
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'word') stage.words.push(text);
    else if (text === '|') closeStage(true);
    else if (text === '>' || text === '>>') {
      const next = tokens[at + 1];
      if (next?.kind !== 'word') throw new WorldError(`a file is missing after "${text}"`);
      stage.into = { path: next.text, append: text === '>>' };
      at += 1;
    } else if (text === ';' || text === '&&') {
      closeStage(text === '&&' || (pipeline.stages.length > 0 && stage.words.length > 0));
      if (pipeline.stages.length > 0) pipelines.push(pipeline);
      pipeline = { stages: [], afterSuccess: text === '&&' };
    } else throw new WorldError(`"${text}" is not known here`);
  }
  closeStage(pipeline.stages.length > 0 || pipeline.afterSuccess);
  if (pipeline.stages.length > 0) pipelines.push(pipeline);
  if (pipelines.length === 0) throw new WorldError('the command line is empty');
  if (pipelines.reduce((sum, { stages }) => sum + stages.length, 0) > stagesMax)
    throw new WorldError(`a command line has at most ${stagesMax} commands`);
  return pipelines;
};
