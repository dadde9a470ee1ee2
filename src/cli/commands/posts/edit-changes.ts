import type { UpdatePost } from '../../../contract/posts/changes.js';
import type { Override } from '../../../contract/posts/content.js';
import type { Post } from '../../../contract/posts/posts.js';
import { optionWords } from '../../../networks/id-words.js';
import { mergeOverrides } from '../../../networks/merge-overrides.js';
import { fullTime } from '../../output/instants.js';
import { plainJson, visibleLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { padTo, widthOf, wrapTo } from '../../output/width.js';

/** One changed field, as text. An empty value is shown as none. */
export interface FieldChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What an edit changes. */
export interface Edit {
  readonly post: Post;
  readonly changes: UpdatePost;
  /** The networks and accounts as they were typed; empty if they stay. */
  readonly places: readonly string[];
  /** The server’s time, epoch milliseconds. */
  readonly now: number;
}

/** The fields that an edit changes, with their old and new values. Fields that keep their value are left out. */
export async function fieldChanges({ post, changes, places, now }: Edit): Promise<FieldChange[]> {
  const { text, mediaUrls, altTexts, link, labels, overrides } = changes;
  const accounts = post.targets.map(({ platform, handle }) => `${platform}:${handle}`);
  const rows = [
    text === undefined ? null : { name: 'Text', before: post.text, after: text },
    await timeChange(post, changes, now),
    places.length === 0 ? null : { name: 'To', before: accounts.join(', '), after: places.join(', ') },
    mediaUrls === undefined
      ? null
      : { name: 'Media', before: post.mediaUrls.join(', '), after: mediaUrls.join(', ') },
    altTexts === undefined
      ? null
      : { name: 'Alt text', before: post.altTexts.join('\n'), after: (altTexts ?? []).join('\n') },
    link === undefined ? null : { name: 'Link', before: post.link ?? '', after: link ?? '' },
    labels === undefined
      ? null
      : { name: 'Labels', before: post.labels.join(', '), after: labels.join(', ') },
    ...overrideChanges(post, mergeOverrides(post, overrides)),
  ];
  return rows.flatMap((row) => (row === null || row.before === row.after ? [] : [row]));
}

/** Each change on lines of its own: the old value, then the new one after an arrow. */
export function changesText(changes: readonly FieldChange[], { style, width }: Screen): string {
  const names = Math.max(0, ...changes.map(({ name }) => widthOf(name)));
  const room = (width ?? Number.POSITIVE_INFINITY) - names - 7;
  const indent = `\n${' '.repeat(names + 7)}`;
  const value = (text: string): string =>
    text === '' ? style('dim', 'none') : wrapTo(visibleLines(text), room).join(indent);
  return [
    style('bold', 'Changes'),
    ...changes.flatMap(({ name, before, after }) => [
      `  ${style('dim', padTo(name, names))}     ${value(before)}`,
      `  ${' '.repeat(names)}  ${style('green', '->')} ${value(after)}`,
    ]),
  ].join('\n');
}

async function timeChange(
  { when }: Post,
  { scheduledAt, timezone }: UpdatePost,
  now: number,
): Promise<FieldChange | null> {
  if (scheduledAt === undefined || scheduledAt === null) return null;
  const { timeForms } = await import('../../../time/forms.js');
  const after = timeForms(Date.parse(scheduledAt), timezone ?? 'UTC', now);
  if (after.utc === when?.utc && after.timezone === when.timezone) return null;
  return { name: 'When', before: when === null ? '' : fullTime(when), after: fullTime(after) };
}

function overrideChanges(post: Post, after: readonly Override[]): FieldChange[] {
  const old = overrideFields(post.overrides, post);
  const now = overrideFields(after, post);
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    name,
    before: old.get(name) ?? '',
    after: now.get(name) ?? '',
  }));
}

/** The fields of overrides, by name: `x.text`, `youtube.options.categoryId`. */
function overrideFields(overrides: readonly Override[], { targets }: Post): ReadonlyMap<string, string> {
  return new Map(
    overrides.flatMap(({ target, options, ...fields }) => {
      const platform = targets.find(({ accountId }) => accountId === target)?.platform ?? target;
      const boards = targets.flatMap(({ board }) => board ?? []);
      return [
        ...Object.entries(fields).map(([field, value]): [string, string] => [
          `${target}.${field}`,
          field === 'boardId'
            ? (boards.find(({ id }) => id === value)?.name ?? textOf(value))
            : textOf(value),
        ]),
        ...Object.entries(options ?? {}).map(([name, value]): [string, string] => [
          `${target}.options.${name}`,
          typeof value === 'string' ? optionWords(platform, name, value) : textOf(value),
        ]),
      ];
    }),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : plainJson(value, 'line'));
