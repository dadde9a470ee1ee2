import type { Platform } from '../contract/platforms.js';
import { graphemesOf } from './count/graphemes.js';

/** Where a network’s feed folds a text behind “more”, on a desktop and on a phone. */
export interface FoldAt {
  /** UTF-16 index into the text; null: it is shown in full. */
  readonly desktop: number | null;
  readonly phone: number | null;
}

/** Where a network’s feed cuts a field. No network documents it as a limit; layouts change without notice. */
interface FoldRule {
  /** Graphemes shown. */
  readonly length?: { readonly desktop: number; readonly phone: number };
  /** Lines shown, wrapped ones included. */
  readonly lines?: { readonly desktop: number; readonly phone: number };
  /** A title is cut without “more”. */
  readonly title?: { readonly desktop: number; readonly phone: number };
  readonly source: string;
  /** When the source was read. */
  readonly asOf: string;
}

/** Graphemes on a line of a feed, roughly: fonts and widths differ. */
const LINE_LENGTH = { desktop: 70, phone: 46 } as const;

/** Every known cut, in one table. A network that is not listed shows texts in full. */
export const FOLDS: Readonly<Partial<Record<Platform, FoldRule>>> = {
  linkedin: {
    length: { desktop: 210, phone: 140 },
    lines: { desktop: 3, phone: 3 },
    source: 'posttruncate.com platform limits; J. Espirian, “See more breakpoints”',
    asOf: '2026-11',
  },
  x: {
    length: { desktop: 280, phone: 280 },
    source: 'mybroadband.co.za 479595: longer posts show 280 characters and “Show more”',
    asOf: '2026-11',
  },
  instagram: {
    length: { desktop: 125, phone: 125 },
    lines: { desktop: 3, phone: 3 },
    source: 'help.instagram.com/1643471055915254',
    asOf: '2026-11',
  },
  tiktok: {
    length: { desktop: 100, phone: 100 },
    lines: { desktop: 2, phone: 2 },
    source: 'posttruncate.com TikTok ads: about 100 characters',
    asOf: '2026-11',
  },
  youtube: {
    length: { desktop: 100, phone: 100 },
    lines: { desktop: 3, phone: 2 },
    title: { desktop: 70, phone: 50 },
    source: 'boldlytype.com: titles show 70 of 100 characters, 40 to 55 on phones',
    asOf: '2026-11',
  },
  threads: {
    length: { desktop: 500, phone: 250 },
    source: 'posttruncate.com platform limits',
    asOf: '2026-11',
  },
  bluesky: {
    lines: { desktop: 25, phone: 25 },
    source: 'bluesky-social/social-app: MAX_POST_LINES',
    asOf: '2026-11',
  },
  mastodon: {
    lines: { desktop: 32, phone: 32 },
    source: 'mastodon/mastodon: MAX_HEIGHT of a collapsed post',
    asOf: '2026-11',
  },
  pinterest: {
    title: { desktop: 40, phone: 40 },
    source: 'help.pinterest.com product specifications: the feed shows 40 of 100 characters',
    asOf: '2026-11',
  },
  facebook: {
    length: { desktop: 477, phone: 125 },
    source: 'socialk.it; posttruncate.com',
    asOf: '2026-11',
  },
};

/** Where the network’s feed folds a text. */
export function foldsOf(platform: Platform, text: string): FoldAt {
  const rule = FOLDS[platform];
  const at = (device: keyof FoldAt) =>
    foldOf(text, {
      length: rule?.length?.[device] ?? Number.POSITIVE_INFINITY,
      lines: rule?.lines?.[device] ?? Number.POSITIVE_INFINITY,
      lineLength: LINE_LENGTH[device],
    });
  return { desktop: at('desktop'), phone: at('phone') };
}

/** The title as the network’s feed shows it: cut, without a way to see the rest. */
export function shownTitle(platform: Platform, title: string, device: keyof FoldAt): string {
  const max = FOLDS[platform]?.title?.[device];
  if (max === undefined) return title;
  const at = foldOf(title, { length: max, lines: Number.POSITIVE_INFINITY, lineLength: max });
  return at === null ? title : `${title.slice(0, at).trimEnd()}…`;
}

interface Room {
  readonly length: number;
  readonly lines: number;
  readonly lineLength: number;
}

/** The UTF-16 index after which a text does not fit; null if all of it does. It splits no grapheme. */
function foldOf(text: string, { length, lines, lineLength }: Room): number | null {
  let shown = 0;
  let line = 1;
  let column = 0;
  let end = 0;
  for (const grapheme of graphemesOf(text)) {
    const isBreak = grapheme === '\n' || grapheme === '\r\n';
    if (isBreak || column === lineLength) {
      line += 1;
      column = 0;
    }
    shown += 1;
    if (shown > length || line > lines) return text.slice(end).trim() === '' ? null : wordEnd(text, end);
    if (!isBreak) column += 1;
    end += grapheme.length;
  }
  return null;
}

/** How far back a cut may move to the end of a word, in UTF-16 units. */
const MAX_WORD_LENGTH = 20;

/** The end of the last whole word before a cut, if it is near. */
function wordEnd(text: string, at: number): number {
  if (/\s/.test(text.charAt(at))) return at;
  const head = text.slice(Math.max(0, at - MAX_WORD_LENGTH), at);
  const space = head.search(/\s\S*$/);
  return space < 0 ? at : at - head.length + space;
}
