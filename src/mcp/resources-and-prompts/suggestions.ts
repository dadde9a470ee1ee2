import { isPlainHandle } from '../../contract/plain-names.js';
import { PLATFORMS } from '../../contract/platforms.js';
import { weekOf } from '../../time/iso-week.js';
import type { ResourceContext } from './request-context.js';

/** Completions for what was typed so far, most likely first. */
export type Suggest = (typed: string, context: Suggesting) => Promise<readonly string[]>;

type Suggesting = Pick<ResourceContext, 'client' | 'signal'>;

/** Completions must arrive while the person types, in ms. */
const TIMEOUT_MS = 5_000;

/** Posts, or sources, that are suggested. */
const MAX_IDS = 20;
const MAX_ACCOUNTS = 100;
const WEEKS_AHEAD = 8;
const WEEK_MS = 7 * 24 * 60 * 60_000;

const options = ({ signal }: Suggesting) => ({ signal, timeoutMs: TIMEOUT_MS });

/** Networks by their names. */
export const platforms: Suggest = async (typed) => PLATFORMS.filter((name) => contains(name, typed));

/**
 * Accounts as people name them: `bluesky @fernhill.example`. A chosen value becomes part of the instructions, so an
 * account whose handle could be read as prose is suggested by its id.
 */
export const accounts: Suggest = async (typed, context) => {
  const { data } = await context.client.accounts.list({ limit: MAX_ACCOUNTS }, options(context));
  return data
    .filter(({ platform, handle }) => contains(`${platform} ${handle}`, typed))
    .map(({ id, platform, handle }) => `${platform} ${isPlainHandle(handle) ? handle : id}`);
};

/** Ids of the newest posts, or of posts that contain the typed words. */
export const posts: Suggest = (typed, context) =>
  idsOf('post_', typed, (query) => context.client.posts.list(query, options(context)));

/** The same for sources. */
export const sources: Suggest = (typed, context) =>
  idsOf('src_', typed, (query) => context.client.sources.list(query, options(context)));

/** This week and the following ones, by the server's clock: `2026-W49`. */
export const weeks: Suggest = async (typed, context) => {
  const { time } = await context.client.me.get(options(context));
  const now = Date.parse(time.utc);
  const names = Array.from({ length: WEEKS_AHEAD }, (_, index) => weekOf(now + index * WEEK_MS).name);
  return names.filter((name) => contains(name, typed));
};

async function idsOf(
  prefix: string,
  typed: string,
  list: (query: { limit: number; text?: string }) => Promise<{ data: readonly { id: string }[] }>,
): Promise<readonly string[]> {
  const wantsId = typed === '' || prefix.startsWith(typed) || typed.startsWith(prefix);
  const { data } = await list({ limit: MAX_IDS, ...(wantsId ? {} : { text: typed }) });
  const ids = data.map(({ id }) => id);
  return wantsId ? ids.filter((id) => id.startsWith(typed)) : ids;
}

function contains(value: string, typed: string): boolean {
  return value.toLowerCase().includes(typed.trim().toLowerCase());
}
