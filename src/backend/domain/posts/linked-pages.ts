import type { Issue } from '../../../contract/errors.js';
import type { TargetPreview } from '../../../contract/posts/posts.js';
import { cardOf, cardUrlOf, isCardSent } from '../../../networks/cards.js';
import type { TargetReport } from '../../../networks/preflight.js';
import type { Call } from '../../operations/call.js';
import type { LinkedPage } from '../../operations/linked-page.js';
import { mediaUrlsUntil, storedFileOf } from '../media/view.js';

/** How long a dry run waits for the pages of links, in milliseconds. */
export const MAX_PAGE_WAIT_MS = 5_000;

/** What is known of linked pages, by URL. */
export type KnownPages = ReadonlyMap<string, LinkedPage>;

type LinkingCall = Pick<Call<'posts.create'>, 'caller' | 'requestId' | 'services'>;

/** A post for one account, as a plan reports it. */
type Linking = Pick<TargetReport, 'platform' | 'text' | 'content' | 'untagged'>;

/**
 * What the pages say that the cards of a post show.
 *
 * @param limit how long to wait for them, in milliseconds
 */
export function linkedPages(
  call: LinkingCall,
  reports: readonly Linking[],
  limit: number,
): Promise<KnownPages> {
  return call.services.linkedPages.read(linkingCaller(call), reports.flatMap(cardUrls), limit);
}

/** Begins to read the pages whose cards Postrider sends, so that publishing does not have to wait for them. */
export function readLinksSoon(call: LinkingCall, reports: readonly Linking[]): void {
  const sent = reports.filter(({ platform }) => isCardSent(platform));
  call.services.linkedPages.begin(linkingCaller(call), sent.flatMap(cardUrls));
}

function linkingCaller({ caller, requestId }: LinkingCall) {
  return { workspace: caller.workspace, apiKeyId: caller.key.id, requestId };
}

function cardSourceOf({ text, content }: Pick<Linking, 'text' | 'content'>) {
  const { link, title, mediaUrls } = content;
  return { text, link, title, hasMedia: mediaUrls.length > 0 };
}

/** The address of the page to read: tags of links make no other page of it. */
function cardUrls({ platform, text, untagged }: Linking): string[] {
  const shown = { content: untagged, text: text === '' ? '' : untagged.text };
  const url = cardUrlOf(platform, cardSourceOf(shown));
  return url === null ? [] : [url];
}

function pageOf(post: Linking, pages: KnownPages): LinkedPage | null {
  const [url = ''] = cardUrls(post);
  return pages.get(url) ?? null;
}

/** The link card of a target in a dry run; null if the network shows none. */
export function previewCard(
  post: Linking,
  pages: KnownPages,
  { mediaUrls, clock }: Pick<LinkingCall['services'], 'mediaUrls' | 'clock'>,
): TargetPreview['card'] {
  const page = pageOf(post, pages);
  const card = cardOf(post.platform, cardSourceOf(post), page);
  if (card === null) return null;
  const image = page?.image ?? null;
  return {
    ...card,
    imageUrl: image && mediaUrls.urlOf(storedFileOf(image), mediaUrlsUntil(clock.now())),
  };
}

/** The warning that a card shows less than it could. Networks that read the page themselves may be able to. */
export function unreadLink(post: Linking, pages: KnownPages): Issue[] {
  const page = pageOf(post, pages);
  if (!page?.problem || !isCardSent(post.platform)) return [];
  const shown = post.content.title === null ? `its host, ${new URL(page.url).host}` : 'your title';
  return [
    {
      code: 'link_unread',
      severity: 'warning',
      message: `The page of the link could not be read: ${page.problem}. The link card shows only ${shown}.`,
      fix: 'Check the link.',
      pointer: '/link',
    },
  ];
}
