import {
  DELIVERY_WARNINGS,
  type DeliveryWarning,
  type DeliveryWarningCode,
} from '../../../contract/posts/delivery-warnings.js';
import { NetworkRefusal } from '../adapter.js';
import type { Delivered, OutgoingMedia, OutgoingPost, Prepared } from '../outgoing-post.js';
import type { Steps } from './progress.js';

/** The key of `Prepared` under which the card is kept. */
const CARD = 'card';

/** The card of a link as a post is sent with it. Every attempt sends the same, whatever its page says by then. */
export interface SentCard {
  readonly title: string;
  readonly description: string;
  /** What the network returned for the picture; null: there is none. */
  readonly image: string | null;
  /** Whether the page could not be read. */
  readonly isUnread: boolean;
  /** Why its picture was left out; null: it was not, or there is none. */
  readonly pictureProblem: string | null;
}

interface Linking {
  readonly content: Pick<OutgoingPost['content'], 'title' | 'link'>;
}

/** Codes of refusals that are about the picture, without which the card is sent. */
const OF_THE_PICTURE: readonly NetworkRefusal['code'][] = [
  'media_invalid',
  'media_processing_failed',
  'content_refused',
];

/** Uploads the picture of a post’s link card, and keeps what the card shows. */
export async function prepareCard(
  steps: Steps,
  post: Linking & Pick<OutgoingPost, 'card'>,
  upload: (image: OutgoingMedia) => Promise<string>,
): Promise<void> {
  await steps.once(CARD, async () => {
    const { card } = post;
    const { image, problem } = card?.image
      ? await uploadedImage(card.image, upload)
      : { image: null, problem: card?.imageProblem ?? null };
    return JSON.stringify({
      ...plainCard(post),
      ...(card?.title && post.content.title === null && { title: card.title }),
      description: card?.description ?? '',
      image,
      pictureProblem: problem,
      isUnread: card === null,
    } satisfies SentCard);
  });
}

async function uploadedImage(
  image: OutgoingMedia,
  upload: (image: OutgoingMedia) => Promise<string>,
): Promise<{ readonly image: string | null; readonly problem: string | null }> {
  try {
    return { image: await upload(image), problem: null };
  } catch (error) {
    if (error instanceof NetworkRefusal && OF_THE_PICTURE.includes(error.code)) {
      return { image: null, problem: error.message };
    }
    throw error;
  }
}

/** The prepared card of a post that has a link. */
export function sentCard(post: Linking, prepared: Prepared): SentCard {
  const kept = prepared[CARD];
  return kept === undefined ? plainCard(post) : JSON.parse(kept);
}

/** A card of which only the URL is known. Networks require a title. */
function plainCard({ content }: Linking): SentCard {
  const title = content.title ?? new URL(content.link ?? '').host;
  return { title, description: '', image: null, isUnread: false, pictureProblem: null };
}

/** Says of a published post if its card shows less than it could. */
export function withCardWarnings(made: Delivered, prepared: Prepared): Delivered {
  const kept = prepared[CARD];
  if (kept === undefined) return made;
  // An earlier version may have prepared the card, without `pictureProblem`.
  const { isUnread, pictureProblem = null }: Partial<SentCard> = JSON.parse(kept);
  const warning = isUnread
    ? cardWarning('link_unread')
    : pictureProblem === null
      ? null
      : cardWarning('link_picture_left_out', pictureProblem);
  return warning === null ? made : { ...made, warnings: [...(made.warnings ?? []), warning] };
}

/** @param why in sentences */
function cardWarning(code: DeliveryWarningCode, why = ''): DeliveryWarning {
  const { meaning, action } = DELIVERY_WARNINGS[code];
  return { code, message: `${meaning} ${why}`.trimEnd(), action };
}
