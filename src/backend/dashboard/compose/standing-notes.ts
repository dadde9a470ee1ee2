import { STANDING_CODES } from '../../../networks/who-sees.js';
import type { CheckResult } from './preview.js';

/** What to know about publishing to a network, next to the button that does it. */
interface StandingNote {
  readonly accountId: string;
  /** What happens: `X charges $0.20 for this post`. */
  readonly words: string;
  /** The same with its reason. */
  readonly sentence: string;
}

/** Where the reason begins in a sentence about a post. The point of `$0.20` is part of a number. */
const REASON = /[:;,.](?:\s|$)/;

/** The prices and limits of visibility that a check found: the first of each network. */
export function notesIn(checked: CheckResult): StandingNote[] {
  if ('problem' in checked) return [];
  const byNetwork = new Map<string, StandingNote>();
  for (const { accountId, platform, warnings } of checked.validation.targets) {
    const found = warnings.find(({ code }) => STANDING_CODES.includes(code));
    if (found === undefined || byNetwork.has(platform)) continue;
    const [words = found.message] = found.message.split(REASON);
    byNetwork.set(platform, { accountId, words, sentence: found.message });
  }
  return [...byNetwork.values()];
}
