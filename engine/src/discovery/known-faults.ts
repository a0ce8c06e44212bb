import type { ServerFacts } from '@benchloop/spec';
import { isOlder } from '../kit/older-version.ts';
import type { ServerKindId } from './server-kind.ts';

/** What is known to be wrong with versions of a server. */
export type VersionFault = {
  kind: ServerKindId;
  /** The first version that has it; null = all from the beginning. */
  from: string | null;
  /** The first version without it. */
  below: string;
  /** `problem` = numbers are wrong; `note` = something is missing, which other checks then find. */
  level: 'problem' | 'note';
  /** In one sentence, after the name and version of the server. */
  what: string;
  /** When this entry was last looked at. */
  asOf: string;
  /** Where it is told. */
  source: string;
};

/** By the release notes of the servers. Add what a version is known for, not what is suspected. */
export const versionFaults: readonly VersionFault[] = [
  {
    kind: 'lm-studio',
    from: '0.3.18',
    below: '0.3.19',
    level: 'problem',
    what: 'counts the tokens of a streamed reply wrongly, so rates and limits made of them are wrong',
    asOf: '2026-12-01',
    source: 'LM Studio changelog 0.3.19',
  },
  {
    kind: 'lm-studio',
    from: null,
    below: '0.3.18',
    level: 'problem',
    what: 'tells no token counts of a streamed reply, so its rates are estimates',
    asOf: '2026-12-01',
    source: 'LM Studio changelog 0.3.18',
  },
  {
    kind: 'ollama',
    from: null,
    below: '0.5.0',
    level: 'note',
    what: 'does not hold a reply to a JSON Schema',
    asOf: '2026-12-01',
    source: 'Ollama release notes 0.5.0',
  },
  {
    kind: 'ollama',
    from: null,
    below: '0.8.0',
    level: 'note',
    what: 'does not stream a reply while tools are offered, so times of such replies say nothing',
    asOf: '2026-12-01',
    source: 'Ollama release notes 0.8.0',
  },
  {
    kind: 'ollama',
    from: null,
    below: '0.9.0',
    level: 'note',
    what: 'can’t switch thinking, and leaves it inside the answer',
    asOf: '2026-12-01',
    source: 'Ollama release notes 0.9.0',
  },
];

/** The known faults of a server's version; none where it tells no version. */
export const faultsOf = ({ kind, version }: Pick<ServerFacts, 'kind' | 'version'>): VersionFault[] =>
  version === null
    ? []
    : versionFaults.filter(
        (fault) => fault.kind === kind && isOlder(version, fault.below) && (fault.from === null || !isOlder(version, fault.from)),
      );

/** The version that has none of the faults. */
export const remedyOf = (faults: readonly VersionFault[]): string | null => {
  const [first, ...rest] = faults;
  if (first === undefined) return null;
  return `Update the server to ${rest.reduce((newest, { below }) => (isOlder(newest, below) ? below : newest), first.below)} or newer.`;
};
