import type { Part, Post, Target } from '../../../../contract/posts/posts.js';
import { boardForModel } from '../../../../networks/boards.js';
import type { Facts } from '../../../answers/render-text.js';
import {
  safeHandle,
  safeUrl,
  type Untrusted,
  unsafeBoards,
  unsafeHandles,
  unsafeUrl,
} from '../../../answers/untrusted.js';
import { ownTime, whenFacts } from '../../shared/time-facts.js';

/** Enough characters of a text to recognise the post. */
const EXCERPT_LENGTH = 80;

/** The facts of a post that a model needs to continue, without nulls and defaults. */
export function postFacts(post: Post): Facts {
  const { proposed } = post;
  return {
    id: post.id,
    status: post.status,
    version: post.version,
    when: whenFacts(post.when),
    ready: post.ready ? undefined : false,
    proposed: proposed && { scheduleMode: proposed.scheduleMode, when: whenFacts(proposed.when) },
    reviewNote: post.reviewNote,
    link: linkFact(post.link, post.targets),
    incomplete: post.incomplete || undefined,
    targets: post.targets.map((target) => targetFacts(target, post)),
  };
}

/**
 * Where a post's link is on each network: "link card on bluesky; at the end of the text on x". Undefined if it has none.
 */
function linkFact(
  link: string | null,
  targets: readonly Pick<Target, 'platform' | 'link' | 'text'>[],
): string | undefined {
  if (link === null || targets.length === 0) return undefined;
  const on = (test: (target: Pick<Target, 'link' | 'text'>) => boolean): string =>
    [...new Set(targets.filter(test).map(({ platform }) => platform))].join(', ');
  const places = [
    ['link card', on((target) => target.link !== null)],
    ['at the end of the text', on((target) => target.link === null && target.text.endsWith(link))],
    ['where the author put it', on((target) => target.link === null && !target.text.endsWith(link))],
  ];
  return places
    .flatMap(([place, platforms]) => (platforms === '' ? [] : [`${place} on ${platforms}`]))
    .join('; ');
}

function targetFacts(target: Target, post: Post): Facts {
  const { accountId, platform, handle, board, status, phase, url, error, nextAttemptAt } = target;
  const missing = missingParts(target);
  return {
    accountId,
    platform,
    handle: safeHandle(handle),
    board: board && boardForModel(board),
    status: status === 'pending' ? undefined : status,
    phase,
    at: status === 'pending' || status === 'published' ? ownTime(target.when, post.when) : undefined,
    url: safeUrl(url),
    posted: postedOf(target),
    code: error?.code,
    action: error?.action,
    actionUrl: error?.actionUrl,
    retryAt: error?.retryAt ?? nextAttemptAt,
    givesUpAt: error?.givesUpAt,
    warnings: target.warnings?.map(({ code, action }) => ({ code, action })),
    missing: missing.map((part) => ({ part: partName(part), status: part.status, code: part.error?.code })),
  };
}

/** A draft in an app's inbox that somebody asked to check. */
const LOOKED_UP = 'no, as far as known: Postrider is looking at the network and sends nothing';

/** Whether anything of a target is published, if its status and URL do not say. */
function postedOf({ status, phase, error, parts }: Target): string | undefined {
  switch (status) {
    case 'published':
      return phase === 'deleting' ? 'not known' : undefined;
    case 'in_inbox':
      return 'no: it waits in the inbox of the app';
    case 'pending':
      return undefined;
    case 'publishing':
      if (parts.some(({ kind, status }) => kind === 'main' && status === 'published')) return 'yes';
      if (error === null) return phase === 'reconciling' ? LOOKED_UP : undefined;
      return phase === 'reconciling' ? 'not known yet' : 'no';
    case 'unknown':
      return 'not known';
    case 'cancelled':
      return error?.code === 'outcome_unknown' ? 'not known' : 'no';
    case 'failed':
    case 'missed':
      return 'no';
    case 'deleted':
      return 'deleted';
  }
}

/** Parts of a published post that failed, or whose outcome is unknown. */
export function missingParts({ status, parts }: Pick<Target, 'status' | 'parts'>): readonly Part[] {
  if (status !== 'published') return [];
  return parts.filter(
    (part) => part.kind !== 'main' && (part.status === 'failed' || part.status === 'unknown'),
  );
}

/** "first comment", "thread 2". */
export function partName({ kind, index }: Pick<Part, 'kind' | 'index'>): string {
  return kind === 'thread' ? `thread ${index}` : kind.replace('_', ' ');
}

/** Text from networks and account holders: error messages, and handles and URLs that could be read as prose. */
export function postUntrusted(post: Post): Untrusted[] {
  const failures = post.targets.flatMap((target) => [
    { of: target.accountId, error: target.error },
    ...missingParts(target).map((part) => ({
      of: `${partName(part)} on ${target.accountId}`,
      error: part.error,
    })),
  ]);
  const messages = failures.flatMap(({ of, error }) => {
    if (error === null) return [];
    const words = error.network?.message
      ? [{ about: `network response for ${of}`, text: networkWords(error.network) }]
      : [];
    return [{ about: `why ${of} failed`, text: error.message }, ...words];
  });
  const urls = post.targets.flatMap(({ accountId, url, parts }) => [
    ...unsafeUrl(`the post on ${accountId}`, url),
    ...parts.flatMap((part) => unsafeUrl(`${partName(part)} on ${accountId}`, part.url)),
  ]);
  return [...unsafeHandles(post.targets), ...unsafeBoards(post.targets), ...urls, ...messages];
}

type NetworkAnswer = NonNullable<NonNullable<Target['error']>['network']>;

function networkWords({ status, code, message }: NetworkAnswer): string {
  return [status === null ? '' : `HTTP ${status}`, code ?? '', message ?? '']
    .filter((part) => part !== '')
    .join(' ');
}

/** The start of a text, on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…`;
}
