import type { PostriderClient } from '../client/client.js';
import type { Post, Target } from '../contract/posts/posts.js';
import { inWords } from './matching.js';
import type { PostMatch, SeenPost } from './test-backend.js';

/** Maximum number of lines about existing posts. */
const LISTED = 10;

/** How many characters of a text are shown. */
const EXCERPT = 80;

/** The expected post did not appear on the simulated network. The message lists what is there instead. */
export class NotSeenError extends Error {
  override readonly name = 'NotSeenError';
  readonly match: PostMatch;
  /** The existing posts, newest first. */
  readonly seen: readonly SeenPost[];

  constructor(message: string, match: PostMatch, seen: readonly SeenPost[]) {
    super(message);
    this.match = match;
    this.seen = seen;
  }
}

/** @param timeoutMs how long the test waited */
export async function notSeen(
  client: PostriderClient,
  match: PostMatch,
  timeoutMs: number,
  seen: readonly SeenPost[],
): Promise<NotSeenError> {
  const [clock, posts] = await Promise.all([client.testClock.get(), client.posts.list({ limit: 20 })]);
  const now = { at: clock.now.utc, frozen: clock.frozen };
  const lines = [
    `Nobody has seen ${inWords('a post', match)} within ${timeoutMs / 1000} s.`,
    ...listed('Readers see', 'Readers see nothing at all.', seen.map(seenLine)),
    ...listed(
      'The backend has',
      'The backend has no post that is not out.',
      posts.data.flatMap((post) => unpublishedLines(post, now)),
    ),
  ];
  return new NotSeenError(lines.join('\n'), match, seen);
}

export function listed(title: string, none: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [none];
  const more = lines.length > LISTED ? [`  … and ${lines.length - LISTED} more`] : [];
  return [`${title}:`, ...lines.slice(0, LISTED).map((line) => `  ${line}`), ...more];
}

const excerpt = (text: string): string =>
  JSON.stringify(text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);

function seenLine({ platform, handle, createdAt, text }: SeenPost): string {
  return `${platform} ${handle ?? '(not connected any more)'} ${createdAt} ${excerpt(text)}`;
}

interface Now {
  /** Workspace time, ISO 8601. */
  readonly at: string;
  readonly frozen: boolean;
}

function unpublishedLines({ id, status, text, targets }: Post, now: Now): string[] {
  if (targets.length === 0) return [`${id} ${status}, for no account ${excerpt(text)}`];
  return targets
    .filter((target) => target.status !== 'published')
    .map(
      (target) => `${id} ${target.platform} ${target.handle}: ${fate(status, target, now)} ${excerpt(text)}`,
    );
}

function fate(
  status: Post['status'],
  { status: state, scheduledAt, nextAttemptAt, error }: Target,
  now: Now,
): string {
  if (status === 'draft') return 'a draft';
  const next = nextAttemptAt ?? scheduledAt;
  const due = next !== null && (state === 'pending' || state === 'publishing') ? next : null;
  const why = error === null ? '' : ` (${error.code}: ${error.message})`;
  const later = due !== null && due > now.at ? `, due at ${due}` : '';
  const waits = state === 'publishing' || later !== '';
  const hint =
    now.frozen && waits
      ? `, and the clock is frozen at ${now.at}: advance it${later === '' ? ', for the network takes its time' : `, clock.advanceTo('${due}')`}`
      : '';
  return `${state}${why}${later}${hint}`;
}
