import { digestOf } from '../../kit/digest.ts';
import { quantizationOf } from '../../kit/model-name.ts';
import { asRecord, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { anyHeader, objectAt, wantsKey, type ProbeAnswers } from '../answers.ts';
import { listAt, ownedBy, type Listed } from '../listed.ts';
import { matched, type Evidence, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { capabilityOf, countOf, listedModel, serverModel } from '../server-model.ts';

const propsOf = (answers: ProbeAnswers): JsonRecord | null => {
  const props = objectAt(answers, '/props');
  return props !== null && asRecord(props['default_generation_settings']) !== null ? props : null;
};

const evidenceOf = (answers: ProbeAnswers): Evidence[] => {
  const props = propsOf(answers);
  const members = ['build_info', 'default_generation_settings', 'total_slots', 'model_path'];
  return [
    ...(props === null ? [] : [{ probe: '/props', saw: members.filter((member) => member in props) }]),
    ...(ownedBy(answers, '/v1/models', 'llamacpp') ? [{ probe: '/v1/models', saw: ['owned_by llamacpp'] }] : []),
    ...(anyHeader(answers, 'server', /^llama\.cpp/iu) ? [{ probe: 'header', saw: ['Server: llama.cpp'] }] : []),
  ];
};

/** Builds outside of llama.cpp's own releases carry a placeholder. */
const versionOf = (props: JsonRecord | null): string | null => {
  const build = props === null ? null : textOf(props['build_info']);
  return build === null || /unknown/iu.test(build) ? null : build;
};

const slotContext = (props: JsonRecord | null): number | null =>
  props === null ? null : countOf(recordOf(props, 'default_generation_settings')['n_ctx'] ?? props['n_ctx']);

/** With a cache that slots share, the total is that of one slot; without, that of all. The server does not tell which. */
const contextFlag = (slots: number | null, perSlot: number | null): Record<string, string> =>
  slots === null || perSlot === null || slots < 2
    ? {}
    : { contextOfAllSlots: `${perSlot} (shared) to ${perSlot * slots} (apart), over ${slots} slots` };

const match = (answers: ProbeAnswers): KindMatch | null => {
  const evidence = evidenceOf(answers);
  if (evidence.length === 0) return null;
  const props = propsOf(answers);
  const slots = props === null ? null : countOf(props['total_slots']);
  return matched(evidence, {
    version: versionOf(props),
    slots,
    flags: contextFlag(slots, slotContext(props)),
    needsKey: props === null && wantsKey(answers, '/props'),
  });
};

/** A router lists models that are not loaded, and has no `/props` of its own for them. */
const stateOf = ({ record }: Listed, isOnly: boolean): ServerModel['state'] => {
  const state = textOf(recordOf(record, 'status')['value']);
  if (state !== null) return state === 'loaded' ? 'loaded' : 'not-loaded';
  return isOnly ? 'loaded' : 'unknown';
};

const withProps = (plain: ServerModel, props: JsonRecord): ServerModel => {
  const template = textOf(props['chat_template']);
  const can = recordOf(props, 'chat_template_caps');
  const perSlot = slotContext(props);
  const { trained, serverMax } = plain.contexts;
  return serverModel(plain.id, {
    ...plain.model,
    quantization: plain.model.quantization ?? quantizationOf(textOf(props['model_path']) ?? ''),
    templateDigest: template === null ? null : digestOf(template),
    state: 'loaded',
    contexts: { trained, serverMax, perSlot, allocated: countOf(props['total_slots']) === 1 ? perSlot : null },
    capabilities: {
      tools: capabilityOf(can['supports_tools']),
      thinking: template?.includes('enable_thinking') === true ? 'yes' : 'unknown',
      vision: capabilityOf(recordOf(props, 'modalities')['vision']),
      system: capabilityOf(can['supports_system_role']),
    },
  });
};

const models = (answers: ProbeAnswers): ServerModel[] => {
  const listed = listAt(answers, '/v1/models') ?? [];
  const props = propsOf(answers);
  return listed.map((entry) => {
    const plain = listedModel(entry);
    return props !== null && listed.length === 1 ? withProps(plain, props) : { ...plain, state: stateOf(entry, listed.length === 1) };
  });
};

/** llama.cpp's server and those derived from it, such as llamafile. */
export const llamaServer: ServerKind = { id: 'llama-server', title: 'llama-server', proxy: false, match, models };
