import type { CreatePost } from '../../../../contract/posts/content.js';
import type { PostValidation } from '../../../../contract/posts/posts.js';

/** The request as confirmed and sent: network names are resolved to accounts. */
export function createBody(
  asked: CreatePost,
  check: PostValidation,
  allowDuplicate: boolean | undefined,
): CreatePost {
  const { platform, platforms, accountIds, ...content } = asked;
  const resolved = check.targets.map((target) => target.accountId);
  const where = resolved.length > 0 ? { accountIds: resolved } : { platform, platforms, accountIds };
  return withoutAbsent({
    ...where,
    ...content,
    scheduleMode: check.scheduleMode,
    allowDuplicate: allowDuplicate === true ? true : undefined,
  });
}

function withoutAbsent(body: { [Name in keyof CreatePost]: CreatePost[Name] | undefined }): CreatePost {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** What the person agrees to, by argument. */
export function agreedParts(body: CreatePost, check: PostValidation): Readonly<Record<string, unknown>> {
  return {
    accounts: check.targets.map(({ accountId }) => accountId).sort(),
    text: body.text ?? '',
    mediaUrls: body.mediaUrls ?? [],
    altTexts: body.altTexts ?? [],
    overrides: body.overrides ?? [],
    scheduleMode: check.scheduleMode,
    scheduledAt: body.scheduledAt ?? null,
    timezone: body.timezone ?? null,
    slotId: body.slotId ?? null,
    together: body.together ?? false,
    proposed: body.proposed ?? null,
    sourceId: body.sourceId ?? null,
    link: body.link === undefined ? 'of the source' : body.link,
    labels: body.labels ?? [],
    allowDuplicate: body.allowDuplicate ?? false,
  };
}
