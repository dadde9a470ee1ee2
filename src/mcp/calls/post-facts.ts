import type { TimeForms } from '../../contract/instants.js';
import type { Post, Target } from '../../contract/posts.js';
import type { Detail } from '../answer.js';
import type { Facts } from '../render-text.js';
import { handleFact, type Untrusted, withheldHandles } from '../untrusted.js';

/** Characters of a text that tell which post it is. */
const EXCERPT_LENGTH = 80;

/** The facts of a post that a model needs to go on; `null`s and what says nothing are left out. */
export function postFacts(post: Post): Facts {
  return {
    id: post.id,
    status: post.status,
    when: whenFacts(post.when),
    ready: post.ready ? undefined : false,
    incomplete: post.incomplete || undefined,
    targets: post.targets.map(targetFacts),
    idempotencyKey: post.idempotencyKey,
    pollAfterSeconds: post.pollAfterSeconds,
  };
}

export function whenFacts(when: TimeForms | null): Facts | undefined {
  return when === null ? undefined : { local: when.local, relative: when.relative, utc: when.utc };
}

function targetFacts({
  accountId,
  platform,
  handle,
  status,
  phase,
  url,
  error,
  nextAttemptAt,
}: Target): Facts {
  return {
    accountId,
    platform,
    handle: handleFact(handle),
    status,
    phase,
    url,
    code: error?.code,
    action: error?.action,
    retryAt: error?.retryAt ?? nextAttemptAt,
  };
}

/** What `detailed` adds. */
export function postDetails(post: Post): Detail[] {
  const concise = 'too long for one answer; open reviewUrl';
  return [
    { name: 'reviewUrl', value: post.reviewUrl, otherwise: concise },
    {
      name: 'more',
      value: {
        scheduleMode: post.scheduleMode,
        version: post.version,
        mediaUrls: post.mediaUrls,
        altTexts: post.altTexts,
        createdAt: post.createdAt,
        updatedAt: post.updatedAt,
      },
      otherwise: concise,
    },
    { name: 'text', value: post.text, otherwise: concise },
    {
      name: 'issues',
      value: post.issues.map(({ code, severity, message, fix, accountId }) => ({
        accountId,
        severity,
        code,
        message,
        fix,
      })),
      otherwise: concise,
    },
    {
      name: 'attempts',
      value: post.targets.flatMap(({ accountId, attempts }) =>
        (attempts ?? []).map(({ number, outcome, startedAt, endedAt, error }) => ({
          accountId,
          number,
          outcome,
          startedAt,
          endedAt,
          code: error?.code,
        })),
      ),
      otherwise: concise,
    },
    {
      name: 'parts',
      value: post.targets.flatMap(({ accountId, parts }) =>
        parts.map(({ kind, index, status, url, error }) => ({
          accountId,
          kind,
          index,
          status,
          url,
          code: error?.code,
        })),
      ),
      otherwise: concise,
    },
    {
      name: 'texts',
      value: post.targets
        .filter(({ text }) => text !== post.text)
        .map(({ accountId, text }) => ({ accountId, text })),
      otherwise: concise,
    },
  ];
}

/** What networks and account holders wrote: messages of failed targets, and names that could be read as prose. */
export function postUntrusted(post: Post): Untrusted[] {
  const messages = post.targets.flatMap(({ accountId, error }) =>
    error === null
      ? []
      : [
          { about: `why ${accountId} failed`, text: error.message },
          ...(error.network?.message
            ? [{ about: `answer of the network for ${accountId}`, text: networkWords(error.network) }]
            : []),
        ],
  );
  return [...withheldHandles(post.targets), ...messages];
}

type NetworkAnswer = NonNullable<NonNullable<Target['error']>['network']>;

function networkWords({ status, code, message }: NetworkAnswer): string {
  return [status === null ? '' : `HTTP ${status}`, code ?? '', message ?? '']
    .filter((part) => part !== '')
    .join(' ');
}

/** The beginning of a text, on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…`;
}

/** "Mon 09:00", "Mon 2026-12-07 09:00" beyond a week: a time as it is said in a sentence. */
export function spokenTime({ local }: TimeForms): string {
  return local.replace(/ \(UTC.*\)$/, '');
}
