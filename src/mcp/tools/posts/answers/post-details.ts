import type { Post } from '../../../../contract/posts/posts.js';
import type { Detail } from '../../../answers/answer.js';
import type { Fact } from '../../../answers/render-text.js';
import { safeUrl } from '../../../answers/untrusted.js';

const ELSEWHERE = 'too long for one answer; open reviewUrl';

/** What `detailed` adds to a post. */
export function postDetails(post: Post): Detail[] {
  const detail = (name: string, value: Fact): Detail => ({ name, value, otherwise: ELSEWHERE });
  return [
    detail('reviewUrl', post.reviewUrl),
    detail('more', {
      scheduleMode: post.scheduleMode,
      idempotencyKey: post.idempotencyKey,
      pollAfterSeconds: post.pollAfterSeconds,
      mediaUrls: post.mediaUrls,
      altTexts: post.altTexts,
      link: safeUrl(post.link),
      labels: post.labels,
      createdAt: post.createdAt,
      updatedAt: post.updatedAt,
    }),
    detail('text', post.text),
    detail(
      'issues',
      post.issues.map(({ code, severity, message, fix, accountId }) => ({
        accountId,
        severity,
        code,
        message,
        fix,
      })),
    ),
    detail('attempts', attemptsOf(post)),
    detail('parts', partsOf(post)),
    detail(
      'texts',
      post.targets
        .filter(({ text }) => text !== post.text)
        .map(({ accountId, text }) => ({ accountId, text })),
    ),
    detail('overrides', post.overrides.map(overrideFacts)),
    detail('history', historyOf(post)),
  ];
}

function attemptsOf({ targets }: Post): Fact {
  return targets.flatMap(({ accountId, attempts }) =>
    (attempts ?? []).map(({ number, outcome, startedAt, endedAt, error }) => ({
      accountId,
      number,
      outcome,
      startedAt,
      endedAt,
      code: error?.code,
    })),
  );
}

function partsOf({ targets }: Post): Fact {
  return targets.flatMap(({ accountId, parts }) =>
    parts.map(({ kind, index, status, url, error }) => ({
      accountId,
      kind,
      index,
      status,
      url: safeUrl(url),
      code: error?.code,
    })),
  );
}

/** An override in the form that an edit takes. */
function overrideFacts({ options, ...override }: Post['overrides'][number]): Fact {
  return { ...override, options: options && { ...options } };
}

/** Who did what, newest last. The values are at `reviewUrl`. */
function historyOf({ history }: Post): Fact {
  return (history ?? []).map(({ at, action, by, version, changes }) => ({
    at,
    action,
    byKey: by?.keyId,
    version,
    changed: changes.map(({ field }) => field),
  }));
}
