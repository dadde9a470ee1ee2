import type { PostriderClient } from '../client/client.js';
import type { Post, Target } from '../contract/posts/posts.js';
import { describeMatch } from './matching.js';
import type { PostMatch, SeenPost } from './test-backend.js';

/** Lines per list. */
const MAX_LINES = 10;

/** Characters. */
const MAX_EXCERPT_LENGTH = 80;

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
    `No ${describeMatch('post', match)} was published within ${timeoutMs / 1000} s.`,
    ...listed('Published posts', 'No posts are published.', seen.map(seenLine)),
    ...listed(
      'Unpublished posts',
      'There are no unpublished posts.',
      posts.data.flatMap((post) => unpublishedLines(post, now)),
    ),
  ];
  return new NotSeenError(lines.join('\n'), match, seen);
}

export function listed(title: string, none: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [none];
  const more = lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more`] : [];
  return [`${title}:`, ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`), ...more];
}

const excerpt = (text: string): string =>
  JSON.stringify(text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text);

function seenLine({ platform, handle, createdAt, text }: SeenPost): string {
  return `${platform} ${handle ?? '(disconnected)'} ${createdAt} ${excerpt(text)}`;
}

interface Now {
  /** Workspace time, ISO 8601. */
  readonly at: string;
  readonly frozen: boolean;
}

function unpublishedLines({ id, status, text, targets }: Post, now: Now): string[] {
  if (targets.length === 0) return [`${id} ${status}, without an account ${excerpt(text)}`];
  return targets
    .filter((target) => target.status !== 'published')
    .map(
      (target) =>
        `${id} ${target.platform} ${target.handle}: ${progressOf(status, target, now)} ${excerpt(text)}`,
    );
}

function progressOf(
  status: Post['status'],
  { status: state, scheduledAt, nextAttemptAt, error }: Target,
  now: Now,
): string {
  if (status === 'draft') return 'a draft';
  const next = nextAttemptAt ?? scheduledAt;
  const due = next !== null && (state === 'pending' || state === 'publishing') ? next : null;
  const reason = error === null ? '' : ` (${error.code}: ${error.message})`;
  const later = due !== null && due > now.at ? `, due at ${due}` : '';
  const waits = state === 'publishing' || later !== '';
  const hint =
    now.frozen && waits
      ? `; the clock is frozen at ${now.at}: ${later === '' ? 'call clock.advance() to let the network finish' : `call clock.advanceTo('${due}')`}`
      : '';
  return `${state}${reason}${later}${hint}`;
}
