import type { FC } from 'hono/jsx';
import { isPlatform, PLATFORM_NAMES, type Platform } from '../../contract/platforms.js';
import { profilePath } from '../networks/web-addresses.js';
import type { Conversation } from './conversation.js';
import { Avatar } from './post-page/avatar.js';
import { BASE_STYLES } from './post-page/base-styles.js';
import { Comments } from './post-page/comments.js';
import { Direct, type DirectProps } from './post-page/direct.js';
import type { PageAccount, PagePost } from './post-page/network-page.js';
import { POST_STYLES } from './post-page/post-styles.js';
import { RawCall } from './post-page/raw-call.js';
import { baseOf, Shell, written } from './post-page/shell.js';
import { SIMULATED_NETWORKS } from './registry.js';

interface NetworkPost {
  readonly platform: Platform;
  readonly account: PageAccount;
  readonly post: PagePost;
  /** The address of the simulated network: `http://127.0.0.1:4747/network/x`. */
  readonly webUrl: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The time zone to show times in. Defaults to UTC. */
  readonly timezone?: string;
  /** Its thread and comments, if it has any. */
  readonly around?: Conversation;
}

const NO_CONVERSATION: Conversation = { before: [], after: [], comments: [] };

interface NetworkTimeline extends Omit<NetworkPost, 'post' | 'around'> {
  /** Newest first. */
  readonly posts: readonly PagePost[];
}

const BASE_SHEET = 'base.css';

/** A style sheet by file name, for `/network/assets/<name>`; null if there is none. */
export async function networkStyles(name: string): Promise<string | null> {
  if (name === BASE_SHEET) return `${POST_STYLES}${BASE_STYLES}`;
  const platform = name.replace(/\.css$/, '');
  if (platform === name || !isPlatform(platform)) return null;
  return (await SIMULATED_NETWORKS[platform].page()).styles;
}

const MAX_TITLE_LENGTH = 60;

function titleOf({ platform, account, post }: NetworkPost): string {
  const words = (post.title ?? post.text).replace(/\s+/g, ' ').trim();
  const short = words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH)}…` : words;
  return `${account.displayName} on ${PLATFORM_NAMES[platform]}: ${short}`;
}

/** Renders the page of a post as its network would show it. */
export async function renderNetworkPost(shown: NetworkPost): Promise<string> {
  const { platform, account, post, webUrl, now, timezone, around = NO_CONVERSATION } = shown;
  const page = await SIMULATED_NETWORKS[platform].page();
  const base = baseOf(webUrl);
  const { Post } = page;
  const parts = (posts: readonly PagePost[]) =>
    posts.length === 0 ? null : (
      <div class="thread column">
        {posts.map((one) => (
          <Post account={account} post={one} base={base} now={now} alone={false} />
        ))}
      </div>
    );
  return written(
    <Shell platform={platform} page={page} base={base} title={titleOf(shown)} heading="Post">
      {page.isHeaded?.(post) ? null : <h1 class="unseen">{titleOf(shown)}</h1>}
      {parts(around.before)}
      <Post account={account} post={post} base={base} now={now} alone={true} />
      <RawCall post={post} />
      <Comments account={account} comments={around.comments} now={now} />
      {parts(around.after)}
    </Shell>,
    timezone,
  );
}

/** Renders the page of an account with its posts. */
export async function renderNetworkTimeline({
  platform,
  account,
  posts,
  webUrl,
  now,
  timezone,
}: NetworkTimeline): Promise<string> {
  const page = await SIMULATED_NETWORKS[platform].page();
  const base = baseOf(webUrl);
  const { Post } = page;
  return written(
    <Shell
      platform={platform}
      page={page}
      base={base}
      heading={account.displayName}
      title={`${account.displayName} (@${account.handle}) on ${PLATFORM_NAMES[platform]}`}
    >
      <Profile account={account} count={posts.length} />
      {posts.length === 0 ? (
        <div class="empty">
          <h2>No posts yet</h2>
          <p>Posts published to this account appear here.</p>
        </div>
      ) : (
        <div class={page.list}>
          {posts.map((post) => (
            <div class="listed">
              <Post account={account} post={post} base={base} now={now} alone={false} />
              <RawCall post={post} />
            </div>
          ))}
        </div>
      )}
    </Shell>,
    timezone,
  );
}

const Profile: FC<{ readonly account: PageAccount; readonly count: number }> = ({ account, count }) => (
  <section class="profile">
    <Avatar account={account} />
    <div class="who">
      <h1 class="name" dir="auto">
        {account.displayName}
      </h1>
      <span class="handle">@{account.handle}</span>
      <span class="count">
        {count} {count === 1 ? 'post' : 'posts'}
      </span>
    </div>
  </section>
);

interface NetworkDirect extends DirectProps {
  readonly platform: Platform;
  readonly webUrl: string;
  readonly timezone?: string;
}

/** Renders a conversation as the other person sees it. */
export async function renderNetworkDirect({
  platform,
  webUrl,
  timezone,
  ...shown
}: NetworkDirect): Promise<string> {
  const page = await SIMULATED_NETWORKS[platform].page();
  const title = `${shown.account.displayName} on ${PLATFORM_NAMES[platform]}: messages`;
  return written(
    <Shell platform={platform} page={page} base={baseOf(webUrl)} heading="Messages" title={title}>
      <Direct {...shown} />
    </Shell>,
    timezone,
  );
}

interface MissingPost {
  readonly platform: Platform;
  readonly webUrl: string;
  /** The account to link to instead, if known. */
  readonly account?: PageAccount;
}

/** Renders the page for a missing post or account. */
export async function renderNetworkNotFound({ platform, webUrl, account }: MissingPost): Promise<string> {
  const page = await SIMULATED_NETWORKS[platform].page();
  const base = baseOf(webUrl);
  return written(
    <Shell
      platform={platform}
      page={page}
      base={base}
      heading="Not found"
      title={`Not found on ${PLATFORM_NAMES[platform]}`}
    >
      <div class="empty">
        <h1>This page isn’t available</h1>
        <p>The simulated {PLATFORM_NAMES[platform]} has no such post or account.</p>
        {account ? (
          <a class="back" href={profilePath(base, account)}>
            See the posts of {account.displayName}
          </a>
        ) : null}
      </div>
    </Shell>,
  );
}
