import type { ConnectOptions, Model } from '@benchloop/spec';
import { probeAnswer, type ProbeAnswers } from '../../discovery/answers.ts';
import { askServer } from '../../discovery/ask-server.ts';
import { identify, identifyAs, type Identity } from '../../discovery/identify.ts';
import { targetsOf } from '../../discovery/targets.ts';
import { isPrivateHost } from '../../kit/http/key-safety.ts';
import { modelOfListed, type ListedModel } from './model-list.ts';
import type { Reached } from './reach.ts';

/** A server that hangs on a route that it does not know costs no more. */
const deadlineMs = 1_000;

/** What the list of models alone tells: a host on the internet is not asked for routes that it never promised. */
const listAnswers = ({ models, headers }: Reached): ProbeAnswers =>
  new Map([['/v1/models', probeAnswer(200, headers, JSON.stringify({ data: models.map(({ id, record }) => ({ ...record, id })) }))]]);

const fullAnswers = async (reached: Reached, options: ConnectOptions, signal: AbortSignal): Promise<ProbeAnswers> => {
  const targets = targetsOf(reached.base, { from: 'port' }, true);
  const [target] = 'problem' in targets ? [] : targets;
  if (target === undefined) return listAnswers(reached);
  const within = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const answers = await askServer(new URL(target.root), { apiKey: options.apiKey, isTrusted: true, signal: within });
  return new Map([...listAnswers(reached), ...answers]);
};

/** The kind of a server and what it tells of its models, as far as its answers show, or read as those of the kind that the person stated; null where they show nothing. */
export const serverIdentity = async (reached: Reached, options: ConnectOptions, signal: AbortSignal): Promise<Identity | null> => {
  const answers = isPrivateHost(new URL(reached.base).hostname) ? await fullAnswers(reached, options, signal) : listAnswers(reached);
  const stated = options.serverKind ?? null;
  return stated === null ? identify(answers) : identifyAs(stated, answers);
};

/** A model with what the server's own routes tell of it, else with what the list does. */
export const modelWith = (identity: Identity | null, listed: ListedModel): Model =>
  identity?.models.find(({ id }) => id === listed.id)?.model ?? modelOfListed(listed);
