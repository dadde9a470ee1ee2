import { dollars } from '../base/dollars.js';
import { networkName, type Platform } from '../contract/platforms.js';
import { postPrice, replyPrices } from './access.js';
import type { TargetContent } from './content.js';

/** A target of a post or of a dry run. */
interface ChargedTarget {
  readonly platform: Platform;
  readonly simulated: boolean;
  readonly parts: readonly { readonly text: string | null }[];
}

/** What a network charges, in US dollars. */
export interface Charge {
  readonly platform: Platform;
  readonly price: number;
}

type SentContent = Pick<TargetContent, 'text' | 'thread' | 'firstComment'>;

/** What its network charges for posts with these texts, the first and those of its thread or its first comment. */
export function chargeFor(platform: Platform, texts: readonly string[]): Charge {
  const [text, ...thread] = texts;
  return { platform, price: text === undefined ? 0 : postPrice(platform, { text, thread, privacy: null }) };
}

/** The texts of what a post is sent as: it, its thread, and its first comment. */
export const sentTexts = ({ text, thread, firstComment }: SentContent): string[] => [
  text,
  ...thread,
  ...(firstComment === null ? [] : [firstComment]),
];

/** What publishing some parts of a target costs. Simulated networks charge nothing. */
export function chargeOf<Part extends ChargedTarget['parts'][number]>(
  { platform, simulated, parts }: Omit<ChargedTarget, 'parts'> & { readonly parts: readonly Part[] },
  isSent: (part: Part) => boolean = () => true,
): Charge {
  if (simulated) return { platform, price: 0 };
  const posts = parts.filter(isSent);
  return chargeFor(
    platform,
    posts.flatMap(({ text }) => text ?? []),
  );
}

export const sumOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { price }) => sum + price, 0);

/**
 * What networks charge together, a sentence for each network that does.
 *
 * @param what such as `for this post`
 */
export function chargeSentences(charges: readonly Charge[], what: string): string[] {
  const platforms = [...new Set(charges.filter(({ price }) => price > 0).map(({ platform }) => platform))];
  return platforms.map((platform) => {
    const all = charges.filter((charge) => charge.platform === platform);
    return `${networkName(platform)} charges ${dollars(sumOf(all))} ${what}.`;
  });
}

/** A target whose failed parts are sent again. */
type RetriedTarget = Omit<ChargedTarget, 'parts'> & {
  readonly parts: readonly (ChargedTarget['parts'][number] & { readonly status: string })[];
};

/** What a retry of these targets costs, a sentence for each network that charges. Published parts are not sent again. */
export function retrySentences(targets: readonly RetriedTarget[]): string[] {
  const charges = targets.map((target) => chargeOf(target, ({ status }) => status !== 'published'));
  return chargeSentences(charges, 'for what is sent again');
}

/** A reply or a comment. */
interface ChargedReply {
  readonly platform: Platform;
  readonly simulated: boolean;
  readonly text: string;
}

/** What sending these replies costs, a sentence for each network that charges. Simulated networks charge nothing. */
export function replySentences(replies: readonly ChargedReply[]): string[] {
  const charges = replies
    .filter(({ platform, simulated }) => !simulated && replyPrices(platform).length > 0)
    .map(({ platform, text }) => chargeFor(platform, [text]));
  return chargeSentences(charges, charges.length === 1 ? 'for this reply' : `for ${charges.length} replies`);
}
