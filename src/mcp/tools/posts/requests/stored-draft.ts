import type { CreatePost, PostDraft } from '../../../../contract/posts/content.js';
import type { Post, Target } from '../../../../contract/posts/posts.js';
import { readTime, type TimeReader } from '../../shared/written-time.js';

type Content = Pick<PostDraft, 'text' | 'mediaUrls' | 'altTexts' | 'overrides'>;
type Where = Pick<
  PostDraft,
  'accountIds' | 'scheduleMode' | 'scheduledAt' | 'timezone' | 'slotId' | 'together'
>;

/** Targets of which nothing is out, may be out, or is being sent. */
export function openTargets({ targets }: Pick<Post, 'targets'>): readonly Target[] {
  return targets.filter(({ status, networkPostId }) => OPEN.includes(status) && networkPostId === null);
}

const OPEN: readonly Target['status'][] = ['pending', 'cancelled', 'failed', 'missed'];

/**
 * A stored post as a request that can be tried with `validate`: its accounts' content, at a time of the call's.
 *
 * @param accounts those that it would go to, by id and network
 */
export function draftOf(
  content: Content,
  where: Where,
  accounts: readonly { readonly accountId: string; readonly platform: string }[],
  reader: TimeReader,
): CreatePost {
  const names = new Set<string>(accounts.flatMap(({ accountId, platform }) => [accountId, platform]));
  const overrides = (content.overrides ?? [])
    .filter(({ target }) => names.has(target))
    .map((override) => (where.scheduleMode === 'schedule' ? timely(override, reader) : timeless(override)));
  const { text, mediaUrls, altTexts } = content;
  return {
    ...(text !== undefined && { text }),
    ...(mediaUrls !== undefined && { mediaUrls }),
    ...(altTexts !== undefined && { altTexts }),
    overrides,
    ...where,
  };
}

type Override = NonNullable<Content['overrides']>[number];

/** A time of its own holds as long as it lies ahead. */
function timely(override: Override, reader: TimeReader): Override {
  if (!override.scheduledAt) return override;
  const ahead = readTime(override.scheduledAt, override.timezone ?? undefined, reader).ok;
  return ahead ? override : timeless(override);
}

function timeless({ scheduledAt: _time, timezone: _zone, ...override }: Override): Override {
  return override;
}
