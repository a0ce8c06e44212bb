import { defineCheck, isEmbedded, type Judged } from '../check.ts';
import { evidenceOf, isRefusal, note, notAsked, ok, spentThinking, unseen } from '../finding.ts';
import { plainPicture } from '../picture.ts';
import type { ProbeReply } from '../prober.ts';

/** Two, so that one guess does not pass. */
const pictures = [
  { name: 'red', image: plainPicture([224, 24, 24]) },
  { name: 'blue', image: plainPicture([24, 48, 224]) },
];
const question = 'Which colour fills this picture: red, green, blue or yellow? Answer with one word.';
const replyTokens = 32;
const why = 'No suite of this plan shows pictures; models list tells what was seen.';

type Asked = { shown: string; reply: ProbeReply };

const answers = (reply: Extract<ProbeReply, { ok: true }>): string[] => [
  ...new Set(reply.generation.text.toLowerCase().match(/\b(?:red|green|blue|yellow)\b/gu) ?? []),
];

const judgeOne = ({ shown, reply }: Asked): Judged => {
  const evidence = `shown ${shown}: ${evidenceOf(reply)}`;
  if (!reply.ok)
    return isRefusal(reply.error)
      ? note({ what: `The server refuses pictures: ${reply.error.message}`, why, evidence, tested: { vision: 'no' } })
      : notAsked('A picture', reply.error, why);
  if (spentThinking(reply)) return unseen('A picture', why, evidence);
  const said = answers(reply);
  return said.length === 1 && said[0] === shown
    ? ok({ what: 'The colour of a picture is told.', why, evidence, tested: { vision: 'yes' } })
    : note({ what: 'A picture is taken and its colour is not told.', why, evidence });
};

/** Whether a picture reaches the model: it has to tell the colours of two. Asked only where everything is. */
export const visionCheck = defineCheck({
  id: 'vision',
  title: 'Picture is seen',
  isNeeded: () => false,
  known: ({ stack }) => {
    if (isEmbedded(stack))
      return note({ what: 'The embedded engine takes no pictures.', why, evidence: 'known from the engine', tested: { vision: 'no' } });
    return stack.model.capabilities.vision === 'no'
      ? note({ what: 'The model takes no pictures.', why, evidence: 'the server says so' })
      : null;
  },
  ask: async ({ ask }) => {
    const asked: Asked[] = [];
    for (const { name, image } of pictures) {
      const reply = await ask({ messages: [{ role: 'user', content: question, images: [image] }], maxTokens: replyTokens });
      asked.push({ shown: name, reply });
      if (!reply.ok) break;
    }
    return asked;
  },
  judge: (asked) => {
    const judged = asked.map(judgeOne);
    const doubtful = judged.find(({ tested }) => tested?.vision !== 'yes');
    if (doubtful !== undefined) return doubtful;
    return ok({
      what: 'The colours of two pictures are told.',
      why,
      evidence: judged.map(({ evidence }) => evidence).join('; '),
      tested: { vision: 'yes' },
    });
  },
});
