import { DELIVERY_WARNINGS } from '../../../contract/posts/delivery-warnings.js';
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
  post: Pick<OutgoingPost, 'content' | 'card'>,
  upload: (image: OutgoingMedia) => Promise<string>,
): Promise<void> {
  await steps.once(CARD, async () => {
    const { card } = post;
    return JSON.stringify({
      ...plainCard(post),
      ...(card?.title && post.content.title === null && { title: card.title }),
      description: card?.description ?? '',
      image: card?.image ? await uploadedImage(card.image, upload) : null,
      isUnread: card === null,
    } satisfies SentCard);
  });
}

async function uploadedImage(
  image: OutgoingMedia,
  upload: (image: OutgoingMedia) => Promise<string>,
): Promise<string | null> {
  try {
    return await upload(image);
  } catch (error) {
    if (error instanceof NetworkRefusal && OF_THE_PICTURE.includes(error.code)) return null;
    throw error;
  }
}

/** The prepared card of a post that has a link. */
export function sentCard(post: Pick<OutgoingPost, 'content'>, prepared: Prepared): SentCard {
  const kept = prepared[CARD];
  return kept === undefined ? plainCard(post) : JSON.parse(kept);
}

/** A card of which only the URL is known. Networks require a title. */
function plainCard({ content }: Pick<OutgoingPost, 'content'>): SentCard {
  const title = content.title ?? new URL(content.link ?? '').host;
  return { title, description: '', image: null, isUnread: false };
}

/** Says of a published post if its card shows less than it could. */
export function withCardWarnings(made: Delivered, prepared: Prepared): Delivered {
  const kept = prepared[CARD];
  const card: SentCard | null = kept === undefined ? null : JSON.parse(kept);
  if (!card?.isUnread) return made;
  const { meaning, action } = DELIVERY_WARNINGS.link_unread;
  return { ...made, warnings: [...(made.warnings ?? []), { code: 'link_unread', message: meaning, action }] };
}
