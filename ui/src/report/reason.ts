import type { Trial } from '@benchloop/spec';
import { onOneLine } from '../words/format.ts';
import { shorten } from './conversation.ts';

const characters = 400;

/** Why a trial or a part of its score ended so, on one line of bounded length. */
export const reasonOf = ({ score, reason }: Partial<Pick<Trial, 'score'>> & Pick<Trial, 'reason'>): string =>
  onOneLine(shorten(score?.reason ?? reason, characters).text);
