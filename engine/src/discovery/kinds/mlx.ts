import { anyHeader, objectAt, type ProbeAnswers } from '../answers.ts';
import { listAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

/** Python's own HTTP server in front of a list of models, with a health route that says `ok`. */
const match = (answers: ProbeAnswers): KindMatch | null =>
  anyHeader(answers, 'server', /^BaseHTTP\/[\d.]+ Python\//u) &&
  listAt(answers, '/v1/models') !== null &&
  objectAt(answers, '/health')?.['status'] === 'ok'
    ? matched([
        { probe: 'header', saw: ['Server: BaseHTTP'] },
        { probe: '/health', saw: ['status ok'] },
      ])
    : null;

/** mlx_lm.server lists what the Hugging Face cache holds, not what is loaded. */
export const mlx: ServerKind = { id: 'mlx', title: 'mlx_lm.server', proxy: false, match, models: (answers) => listedModels(answers) };
