import type { Issue } from '../contract/errors.js';
import type { Platform } from '../contract/platforms.js';
import type { PostType, ScheduleMode } from '../contract/posts/content.js';
import { withBoard } from './boards.js';
import {
  type PostBody,
  type TargetAccount,
  type TargetContent,
  type TracedContent,
  traceContent,
} from './content.js';
import { TextCounts } from './count/text-counts.js';
import { countTagged, NO_TARGET_ID, tagContent, untagText } from './link-tags.js';
import type { MediaFacts } from './media-facts.js';
import { rulesOf } from './own-limits.js';
import { formOf } from './post-form.js';
import { accountIssues } from './preflight/account.js';
import { coverIssues } from './preflight/cover.js';
import { disclosureIssues } from './preflight/disclosure.js';
import { fetchedFileIssues } from './preflight/fetched-files.js';
import { hiddenIssues } from './preflight/hidden.js';
import { mediaIssues } from './preflight/media.js';
import { optionCounts, optionIssues } from './preflight/options.js';
import { partCounts, partIssues } from './preflight/parts.js';
import { rareOptionIssues } from './preflight/rare-options.js';
import { splitOf } from './preflight/split.js';
import { standingIssues } from './preflight/standing.js';
import type { PreflightAccount, PreflightTarget } from './preflight/target.js';
import { type FieldCount, showsText, textCounts, textIssues } from './preflight/text.js';
import { placesAsWritten } from './preflight/written-places.js';

export type { PreflightAccount } from './preflight/target.js';

export interface PreflightInput {
  readonly post: PostBody;
  readonly accounts: readonly PreflightAccount[];
  /** Facts about each uploaded file, by storage key. A key without an entry is unknown. */
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** Whether images can be converted when published. If so, problems that a conversion fixes are warnings. */
  readonly canConvert: boolean;
  /** The address of the backend, if networks cannot fetch files from it; null or absent: they can. */
  readonly unreachableUrl?: string | null;
  readonly mode: ScheduleMode;
  readonly now: Date;
}

/** What one account would publish, and the problems with it. */
export interface TargetReport {
  readonly accountId: string;
  readonly platform: Platform;
  /** As sent: links have their tags. Without a stored target, an id of `x` is in place of the target’s. */
  readonly content: TargetContent;
  /** Without tags. */
  readonly untagged: TargetContent;
  /** What is sent for a target with this id. */
  readonly contentFor: (targetId: string) => TargetContent;
  /** How many links get tags. */
  readonly taggedLinks: number;
  /** The text as published. */
  readonly text: string;
  /** The post type in which it is published. */
  readonly form: PostType;
  readonly counts: readonly FieldCount[];
  /** The text and thread as posts that fit; null if everything fits, or if the network has no threads. Takes longer. */
  readonly split: () => readonly string[] | null;
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/**
 * Checks a post against the rules of the network of each target account. Pure.
 *
 * @returns one report per account, in the order of `accounts`
 */
export function preflight(input: PreflightInput): TargetReport[] {
  const texts = new TextCounts();
  return input.accounts.map((account) => {
    const traced = withBoard(traceContent(input.post, account), account.boards, account.written?.boardId);
    const contentFor = (targetId: string) => asSent(traced.content, account, targetId);
    const { platform, written } = account;
    const targetId = written?.targetId ?? NO_TARGET_ID;
    const content = contentFor(targetId);
    const report = reportOn(targetOf(input, account, { ...traced, content }, texts));
    return {
      ...report,
      ...placesAsWritten(report, traced, content),
      untagged: traced.content,
      contentFor,
      taggedLinks: countTagged(traced.content, content),
      split: () => report.split()?.map((one) => untagText(one, { platform, targetId })) ?? null,
    };
  });
}

/** What is sent: the texts as they are stored, or else with the tags that are chosen now. */
function asSent(
  content: TargetContent,
  { platform, linkTags, written }: PreflightAccount,
  targetId: string,
): TargetContent {
  if (written?.texts) return { ...content, ...written.texts };
  return linkTags ? tagContent(content, { platform, targetId, tags: linkTags }) : content;
}

/** A warning for each override whose target is not an account or network of the post. */
export function unusedOverrides(post: PostBody, accounts: readonly TargetAccount[]): Issue[] {
  return (post.overrides ?? []).flatMap(({ target }, index) => {
    if (accounts.some((account) => account.id === target || account.platform === target)) return [];
    return [
      {
        code: 'override_unused',
        severity: 'warning',
        message: `The override for "${target}" has no effect because the post does not target it.`,
        pointer: `/overrides/${index}/target`,
        actual: target,
        allowed: [...new Set(accounts.flatMap((account) => [account.platform, account.id]))],
        fix: 'Use a platform or an account that the post targets, or remove the override.',
      } satisfies Issue,
    ];
  });
}

function targetOf(
  { media, canConvert, unreachableUrl = null, mode, now }: PreflightInput,
  account: PreflightAccount,
  traced: TracedContent,
  texts: TextCounts,
): PreflightTarget {
  const rules = rulesOf(account.platform, account.limits);
  const files = traced.content.mediaUrls.map((key) => media.get(key));
  const form = formOf(rules, traced.content.postType, files);
  return {
    ...traced,
    account,
    rules,
    form,
    formRules: rules.forms[form] ?? rules.forms.feed,
    files,
    cover: traced.content.cover === null ? undefined : media.get(traced.content.cover),
    canConvert,
    unreachableUrl,
    mode,
    now,
    texts,
  };
}

function reportOn(target: PreflightTarget): Omit<TargetReport, 'untagged' | 'contentFor' | 'taggedLinks'> {
  const counts = [...textCounts(target), ...partCounts(target)];
  const issues = [
    ...accountIssues(target),
    ...standingIssues(target),
    ...textIssues(target),
    ...hiddenIssues(target),
    ...partIssues(target),
    ...optionIssues(target),
    ...rareOptionIssues(target),
    ...disclosureIssues(target),
    ...mediaIssues(target),
    ...fetchedFileIssues(target),
    ...coverIssues(target),
  ];
  return {
    accountId: target.account.id,
    platform: target.account.platform,
    content: target.content,
    text: showsText(target) ? target.content.text : '',
    form: target.form,
    counts: [...counts, ...optionCounts(target)],
    split: () => splitOf(target, counts),
    errors: issues.filter((issue) => issue.severity === 'error'),
    warnings: issues.filter((issue) => issue.severity === 'warning'),
  };
}
