import type { Platform } from '../../contract/platforms.js';
import { cardUrlOf, isCardSent } from '../../networks/cards.js';
import { findLinkedPages } from '../domain/links/repository.js';
import { findMedia } from '../domain/media/repository.js';
import { isAccountOf } from '../simulators/account-of.js';
import {
  type AddressOf,
  type Conversation,
  conversationAround,
  pagePostOf,
} from '../simulators/conversation.js';
import { networkMemory, simulatedPostOf } from '../simulators/network-memory.js';
import type { DirectProps } from '../simulators/post-page/direct.js';
import type { PageAccount, PagePost } from '../simulators/post-page/network-page.js';
import type { Store } from '../store/store.js';

/** Posts on the page of an account. */
const MAX_TIMELINE_POSTS = 50;

/** Where pages get posts and media URLs. */
export interface PageSource {
  readonly store: Store;
  /** Media URLs of a workspace. */
  readonly addressesIn: (workspaceId: string) => AddressOf;
}

interface SimulatedPage {
  /** The workspace of the account, whose clock the page uses. */
  readonly workspaceId: string;
  readonly account: PageAccount;
}

/** A post with its thread and comments, by its path on the network. Paths are unique across workspaces, as on a real network. */
export async function simulatedPost(
  { store, addressesIn }: PageSource,
  platform: Platform,
  path: string,
): Promise<(SimulatedPage & { readonly post: PagePost; readonly around: Conversation }) | null> {
  const row = await store.db
    .selectFrom('network_posts as post')
    .innerJoin('accounts as account', (join) => join.on(isAccountOf('post')))
    .selectAll('post')
    .select(['account.handle', 'account.display_name'])
    .where('post.platform', '=', platform)
    .where('post.path', '=', path)
    .executeTakeFirst();
  if (!row) return null;
  const post = simulatedPostOf(row);
  const memory = networkMemory(store, row.workspace_id, platform);
  const addressOf = addressesIn(row.workspace_id);
  const pagePost = pagePostOf(platform, post, addressOf);
  const [shown = pagePost] = await withReadCards(store, row.workspace_id, platform, [pagePost], addressOf);
  return {
    workspaceId: row.workspace_id,
    post: shown,
    account: { handle: row.handle, displayName: row.display_name },
    around: await conversationAround(memory, platform, post, addressOf),
  };
}

/** An account and its newest posts; without a handle, the oldest account. */
export async function simulatedTimeline(
  { store, addressesIn }: PageSource,
  platform: Platform,
  handle: string | null,
): Promise<(SimulatedPage & { readonly posts: readonly PagePost[] }) | null> {
  const { db } = store;
  let accounts = db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('simulated', '=', 1);
  if (handle !== null) accounts = accounts.where('handle', '=', handle);
  const account = await accounts.orderBy('connected_at').orderBy('id').limit(1).executeTakeFirst();
  if (!account) return null;
  const rows = await db
    .selectFrom('network_posts')
    .selectAll()
    .where('workspace_id', '=', account.workspace_id)
    .where('platform', '=', platform)
    .where('network_user_id', '=', account.network_user_id)
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(MAX_TIMELINE_POSTS)
    .execute();
  const { workspace_id: workspaceId } = account;
  const addressOf = addressesIn(workspaceId);
  const posts = rows.map((row) => pagePostOf(platform, simulatedPostOf(row), addressOf));
  return {
    workspaceId,
    account: { handle: account.handle, displayName: account.display_name },
    posts: await withReadCards(store, workspaceId, platform, posts, addressOf),
  };
}

/** Adds what the network would read from linked pages itself: what Postrider has read of them. */
async function withReadCards(
  { db }: Pick<Store, 'db'>,
  workspaceId: string,
  platform: Platform,
  posts: readonly PagePost[],
  addressOf: AddressOf,
): Promise<readonly PagePost[]> {
  const urls = new Map(
    posts.flatMap((post) => {
      const { text, link, mediaIds } = post;
      const url = post.card ? null : cardUrlOf(platform, { text, link, hasMedia: mediaIds.length > 0 });
      return url === null || isCardSent(platform) ? [] : [[post, url] as const];
    }),
  );
  const pages = await findLinkedPages(db, workspaceId, [...new Set(urls.values())]);
  const keys = [...pages.values()].flatMap(({ image_key }) => image_key ?? []);
  const images = await findMedia(db, workspaceId, keys);
  return posts.map((post) => {
    const page = pages.get(urls.get(post) ?? '');
    if (!page || page.problem !== null) return post;
    const image = images.get(page.image_key ?? '');
    const imageUrl = image
      ? addressOf({ sha256: image.sha256, contentType: image.content_type, bytes: image.bytes })
      : null;
    return { ...post, card: { title: page.title, description: page.description, imageUrl } };
  });
}

/** Messages on the page of a conversation. */
const MAX_MESSAGES = 200;

/** A conversation by the network’s id, as the other person sees it. */
export async function simulatedDirect(
  store: Store,
  platform: Platform,
  conversationId: string,
): Promise<(Omit<DirectProps, 'now'> & { readonly workspaceId: string }) | null> {
  const row = await store.db
    .selectFrom('network_conversations as conversation')
    .innerJoin('accounts as account', (join) => join.on(isAccountOf('conversation')))
    .selectAll('conversation')
    .select(['account.handle', 'account.display_name'])
    .where('conversation.platform', '=', platform)
    .where('conversation.conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!row) return null;
  const memory = networkMemory(store, row.workspace_id, platform);
  const newestFirst = await memory.messagesIn(conversationId, 0, MAX_MESSAGES);
  return {
    workspaceId: row.workspace_id,
    account: { handle: row.handle, displayName: row.display_name },
    person: { handle: row.person_handle, displayName: row.person_name },
    messages: [...newestFirst].reverse().map(({ text, attachments, fromBusiness, createdAt }) => ({
      text,
      attachments: attachments.map(({ kind }) => kind),
      fromAccount: fromBusiness,
      createdAt,
    })),
  };
}
