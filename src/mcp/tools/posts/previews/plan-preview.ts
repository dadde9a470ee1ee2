import type { CreatePost, ScheduleMode } from '../../../../contract/posts/content.js';
import type { PostValidation } from '../../../../contract/posts/posts.js';
import { chargeOf, chargeSentences } from '../../../../networks/charges.js';
import type { Preview } from '../../../confirmation/confirmation.js';
import { ownLine } from '../../shared/quoted-lines.js';
import { foundIn, isPublic, realityLines } from '../answers/reality.js';
import { contentLines, type Shows } from './content-lines.js';
import { fileNames, type MediaByKey } from './media-names.js';
import { previewUntrusted } from './post-check.js';
import { contentOf, nameForPerson, nameOf, notesOf, previewTime, shortened } from './post-preview.js';

/** Characters of the whole preview, and of one post in it at least. */
const MAX_PREVIEW_LENGTH = 9_000;
const MIN_POST_LENGTH = 160;

/** One post of a plan: as it would be created, and what was found about it. */
export interface PlannedPost {
  readonly body: CreatePost;
  readonly check: PostValidation;
}

/** What a person needs to see before several posts are created: when, where and what, in the order of the plan. */
export function planPreview(posts: readonly PlannedPost[], media: MediaByKey): Preview {
  const textFor = (shows: Shows): string => {
    const blocks = posts.map((post, index) => blockOf(post, index, shows));
    const reality = [
      ...realityLines(
        posts.flatMap(({ check }) => check.targets),
        !posts.every(isPublicPlan),
      ),
      ...noteLines(posts),
      ...sumLines(posts),
    ].map(ownLine);
    const head = `Plan ${countWords(posts)}:`;
    const frame = [head, ...reality].join('\n').length + blocks.length;
    return [head, ...fitted(blocks, MAX_PREVIEW_LENGTH - frame), ...reality].join('\n');
  };
  const checks = posts.map(({ check }) => check);
  return {
    text: textFor({ naming: nameOf, media, reader: 'model' }),
    forPerson: textFor({ naming: nameForPerson, media, reader: 'person' }),
    agree: posts.length === 1 ? 'create the post' : `create these ${posts.length} posts`,
    content: posts.flatMap(({ body, check }) => contentOf(check.targets, body)),
    untrusted: [...new Map(checks.flatMap(previewUntrusted).map((one) => [one.about, one])).values()].concat(
      fileNames(media),
    ),
  };
}

const isPublicPlan = ({ body, check }: PlannedPost): boolean => isPublic(check.targets, body, foundIn(check));

/** What the posts that are not drafts cost together; empty where at most one costs something. */
function sumLines(posts: readonly PlannedPost[]): string[] {
  const charges = posts
    .filter(({ check }) => check.scheduleMode !== 'draft')
    .flatMap(({ check }) => check.targets.map((target) => chargeOf(target)))
    .filter(({ price }) => price > 0);
  return charges.length < 2 ? [] : chargeSentences(charges, 'for the whole plan');
}

/** What a person should know, once, with the numbers of the posts where it does not concern all. */
function noteLines(posts: readonly PlannedPost[]): string[] {
  const byNote = new Map<string, number[]>();
  for (const [index, { check }] of posts.entries())
    for (const note of notesOf(check)) byNote.set(note, [...(byNote.get(note) ?? []), index + 1]);
  return [...byNote].map(([note, on]) =>
    on.length === posts.length ? `Note: ${note}` : `Note for ${on.join(', ')}: ${note}`,
  );
}

/** `5 posts` or `5 posts (1 to publish now, 2 scheduled, 2 drafts)`. */
export function countWords(posts: readonly Pick<PlannedPost, 'check'>[]): string {
  const counted = (mode: ScheduleMode): number =>
    posts.filter(({ check }) => check.scheduleMode === mode).length;
  const [drafts, now] = [counted('draft'), counted('now')];
  const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const all = plural(posts.length, 'post');
  if (drafts === posts.length) return plural(drafts, 'draft');
  if (now === posts.length) return `${all} to publish now`;
  if (drafts === 0 && now === 0) return all;
  const scheduled = posts.length - drafts - now;
  const parts = [
    ...(now === 0 ? [] : [`${now} to publish now`]),
    ...(scheduled === 0 ? [] : [`${scheduled} scheduled`]),
    ...(drafts === 0 ? [] : [plural(drafts, 'draft')]),
  ];
  return `${all} (${parts.join(', ')})`;
}

function blockOf({ body, check }: PlannedPost, index: number, shows: Shows): string {
  const { targets, scheduleMode } = check;
  const where = targets.length === 0 ? 'no account yet' : targets.map(shows.naming).join(', ');
  const head = ownLine(`${index + 1}. ${timeOf(check)}, ${where}`);
  const own = new Set(targets.map(({ when }) => when?.utc)).size > 1 && scheduleMode !== 'draft';
  const times = own
    ? targets.map((target) =>
        ownLine(`   ${shows.naming(target)}: ${target.when ? previewTime(target.when) : 'not set'}`),
      )
    : [];
  return [head, ...times, ...contentLines(targets, body, shows)].join('\n');
}

function timeOf({ scheduleMode, when, targets }: PostValidation): string {
  if (scheduleMode === 'draft') return 'Draft';
  if (scheduleMode === 'now') return 'NOW';
  const time = targets[0]?.when ?? when;
  return time ? previewTime(time) : 'at no time yet';
}

/** Cuts the longest blocks until all fit. */
function fitted(blocks: readonly string[], room: number): string[] {
  const sorted = blocks.map(({ length }) => length).sort((one, other) => one - other);
  let left = room;
  let longest = Number.POSITIVE_INFINITY;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) {
      longest = Math.max(share, MIN_POST_LENGTH);
      break;
    }
    left -= length;
  }
  return blocks.map((block) => shortened(block, longest));
}
