import { isPlatform, networkName, PLATFORMS, type Platform } from '../../../../contract/platforms.js';
import type { TargetPreview } from '../../../../contract/posts/posts.js';
import type { TargetBoard } from '../../../../contract/posts/target-board.js';
import { boardForModel, boardWords, isQuotedName } from '../../../../networks/boards.js';
import { type PostBody, resolveContent } from '../../../../networks/content.js';
import { optionWords } from '../../../../networks/id-words.js';
import { inCharacters, ownLine, quotedLines } from '../../shared/quoted-lines.js';
import { fileWords, type MediaByKey, mediaLines, type Reader } from './media-names.js';
import { type SentTarget, sentContent } from './sent-content.js';

/** Characters of all quoted texts of a preview, and of one of them. */
const MAX_QUOTED_LENGTH = 4_500;
const MAX_TEXT_LENGTH = 3_000;

/** Characters of one option. */
const MAX_OPTION_LENGTH = 300;

/** What a preview shows of a target. */
export type PreviewTarget = SentTarget & Pick<TargetPreview, 'handle' | 'simulated'>;

/** How a preview names an account. */
export type Naming = (target: Pick<PreviewTarget, 'platform' | 'handle' | 'accountId'>) => string;

/** What the lines of a preview need to know. */
export interface Shows {
  readonly naming: Naming;
  readonly media: MediaByKey;
  readonly reader: Reader;
}

/** One field of what a target publishes, as a preview shows it. */
interface Piece {
  readonly name: string;
  readonly text: string;
  /** Written by somebody else or a model: quoted line by line. */
  readonly quoted: boolean;
}

/** A piece that several targets share, with its label. */
interface Labelled extends Piece {
  readonly label: string;
}

/** What the targets publish: each field once if it is the same everywhere, otherwise per account. */
export function contentLines(targets: readonly PreviewTarget[], body: PostBody, shows: Shows): string[] {
  if (targets.length === 0) return contentLines(placesOf(body), body, { ...shows, naming: placeName });
  const all = targets.map((target) => ({ target, pieces: piecesOf(target, body, shows) }));
  const names = [...new Set(all.flatMap(({ pieces }) => pieces.map(({ name }) => name)))];
  return written(
    inOrder(names).flatMap((name) =>
      groupsOf(all, ({ pieces }) => pieces.find((piece) => piece.name === name)).map(({ value, members }) => {
        const whose = members.map(({ target }) => shows.naming(target)).join(', ');
        const label = members.length === all.length ? (name === TEXT ? '' : name) : labelFor(name, whose);
        return { ...value, label };
      }),
    ),
  );
}

/** What an edit changes: each field before and after. The text is always shown. */
export function changeLines(
  before: { readonly targets: readonly PreviewTarget[]; readonly body: PostBody },
  after: { readonly targets: readonly PreviewTarget[]; readonly body: PostBody },
  shows: Shows,
): string[] {
  const all = after.targets.map((target) => {
    const old = before.targets.find(({ accountId }) => accountId === target.accountId);
    return {
      target,
      old: old === undefined ? [] : piecesOf(old, before.body, shows),
      now: piecesOf(target, after.body, shows),
    };
  });
  const names = [...new Set(all.flatMap(({ old, now }) => [...old, ...now].map(({ name }) => name)))];
  const changed = inOrder(names).flatMap((name): Labelled[] => {
    const groups = groupsOf(all, ({ old, now }) => {
      const [from, to] = [old, now].map((pieces) => pieces.find((piece) => piece.name === name));
      return from?.text === to?.text ? undefined : { from, to };
    });
    return groups.flatMap(({ value: { from, to }, members }) => {
      const whose = members.map(({ target }) => shows.naming(target)).join(', ');
      const label = members.length === all.length ? name : `${name}, ${whose}`;
      return [
        ...(from === undefined
          ? []
          : [{ ...from, label: `${label}, ${to === undefined ? 'removed' : 'before'}` }]),
        ...(to === undefined ? [] : [{ ...to, label: `${label}, ${from === undefined ? 'new' : 'after'}` }]),
      ];
    });
  });
  if (changed.some(({ name }) => name === TEXT)) return written(changed);
  const same = contentLines(after.targets, { text: '' }, shows);
  return [...same, ...written(changed)];
}

const TEXT = 'Text';

/** The order of fields in a preview. */
const ORDER = [TEXT, 'Thread', 'First comment', 'Media', 'Link card'];

/** What a post without accounts would publish: on the networks of its overrides, and on all others. */
function placesOf(body: PostBody): readonly PreviewTarget[] {
  const place = (accountId: string, platform: Platform): PreviewTarget => {
    const { text, link } = resolveContent(body, { id: accountId, platform });
    return { platform, handle: '', accountId, simulated: false, text, link };
  };
  const own = new Set((body.overrides ?? []).map(({ target }) => target).filter(isPlatform));
  // Any network without an override.
  const other = PLATFORMS.find((platform) => !own.has(platform)) ?? 'mastodon';
  return [place(OTHERS, other), ...[...own].map((platform) => place(platform, platform))];
}

const OTHERS = 'other networks';

const placeName: Naming = ({ accountId, platform }) =>
  accountId === OTHERS ? 'Other networks' : networkName(platform);

function inOrder(names: readonly string[]): string[] {
  const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

function labelFor(name: string, whose: string): string {
  return name === TEXT ? whose : `${name}, ${whose}`;
}

function piecesOf(target: PreviewTarget, body: PostBody, { media, reader }: Shows): Piece[] {
  const content = sentContent(target, body);
  const { mediaUrls, altTexts, cover } = content;
  const files = mediaLines(mediaUrls, altTexts, media, reader).map(ownLine).join('\n');
  const plain = (name: string, text: string | null): Piece[] =>
    text === null || text === '' ? [] : [{ name, text: shortened(ownLine(text)), quoted: false }];
  const quoted = (name: string, text: string | null): Piece[] =>
    text === null || text === '' ? [] : [{ name, text, quoted: true }];
  return [
    { name: TEXT, text: content.text, quoted: true },
    ...quoted('Thread', numbered(content.thread)),
    ...quoted('First comment', content.firstComment),
    ...(files === '' ? [] : [{ name: 'Media', text: files, quoted: false }]),
    ...plain('Link card', content.link),
    ...plain('Title', content.title),
    ...plain('Privacy', content.privacy),
    ...plain('Type', content.postType),
    ...plain('Made for kids', content.madeForKids === null ? null : content.madeForKids ? 'yes' : 'no'),
    ...plain('Board', target.board ? boardFor(target.board, reader) : content.boardId),
    ...plain('Cover', cover === null ? null : fileWords(cover, media, reader)),
    ...plain('Disclosure', content.disclosure.map((one) => one.replaceAll('_', ' ')).join(', ')),
    ...Object.entries(content.options).flatMap(([name, value]) =>
      plain(name, optionWords(target.platform, name, value)),
    ),
  ];
}

/** A person reads every name, in quotation marks where it could be read as prose. */
function boardFor(board: TargetBoard, reader: Reader): string {
  if (reader === 'model') return boardForModel(board);
  return boardWords(isQuotedName(board.name) ? { ...board, name: JSON.stringify(board.name) } : board);
}

/** The posts of a thread after the first, numbered. Further lines of a post are indented, so that none looks like another post. */
function numbered(thread: readonly string[]): string {
  return thread.map((post, index) => `${index + 2}. ${post.replace(/\r?\n/g, '\n   ')}`).join('\n');
}

/** The items with the same value, in the order in which they come. */
function groupsOf<Item, Value>(
  items: readonly Item[],
  pick: (item: Item) => Value | undefined,
): { readonly value: Value; readonly members: readonly Item[] }[] {
  const groups = new Map<string, { value: Value; members: Item[] }>();
  for (const item of items) {
    const value = pick(item);
    if (value === undefined) continue;
    const key = JSON.stringify(value);
    const known = groups.get(key);
    if (known) known.members.push(item);
    else groups.set(key, { value, members: [item] });
  }
  return [...groups.values()];
}

/** The lines of labelled pieces. A short text leaves its room to the longer ones. */
function written(pieces: readonly Labelled[]): string[] {
  const lengths = pieces.map(({ text, quoted }) => (quoted ? text.length + 2 * lineCount(text) : 0));
  const share = fairShare(lengths, MAX_QUOTED_LENGTH);
  return pieces.flatMap(({ label, text, quoted, name }) => {
    const head = ownLine(label);
    if (text === '') return [head === '' ? 'No text' : `${head}: no text`];
    if (quoted) {
      const quote = quotedLines(text, Math.min(share, MAX_TEXT_LENGTH), inCharacters);
      return head === '' ? [quote] : [`${head}:`, quote];
    }
    if (!text.includes('\n')) return [`${head === '' ? name : head}: ${text}`];
    return [`${head}:`, text];
  });
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

/** The longest length at which all, cut to it, fit into the total. */
function fairShare(lengths: readonly number[], total: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  let left = total;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return total;
}

function shortened(text: string): string {
  return text.length <= MAX_OPTION_LENGTH
    ? text
    : `${text.slice(0, MAX_OPTION_LENGTH)}… (the first ${MAX_OPTION_LENGTH} of ${text.length} characters)`;
}

/** The network and, for a person, the handle as it is. */
export function quotedName({ platform, handle }: Pick<PreviewTarget, 'platform' | 'handle'>): string {
  return `${networkName(platform)} ${JSON.stringify(handle)}`;
}
