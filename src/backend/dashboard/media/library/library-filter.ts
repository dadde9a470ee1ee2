import { MEDIA_KINDS, type Media, type MediaKind, type MediaPage } from '../../../../contract/media/media.js';
import { readRows } from '../../rows.js';
import type { User } from '../../user.js';

/** Files at first, and per “Show more”. */
export const STEP = 30;

/** What the address of the library says. */
export interface LibraryFilter {
  readonly kind: MediaKind | '';
  readonly use: 'unused' | 'used' | '';
  /** Only files without an alt text. */
  readonly alt: 'missing' | '';
  /** A part of the file name. */
  readonly text: string;
}

/** @param read a value of the address; empty if it is missing */
export function readLibraryFilter(read: (name: string) => string): LibraryFilter {
  const use = read('use');
  return {
    kind: MEDIA_KINDS.find((kind) => kind === read('kind')) ?? '',
    use: use === 'unused' || use === 'used' ? use : '',
    alt: read('alt') === 'missing' ? 'missing' : '',
    text: read('text').trim(),
  };
}

/** The filter as fields of an address or a form, without empty ones. */
function libraryFields({ kind, use, alt, text }: LibraryFilter): Record<string, string> {
  return Object.fromEntries(Object.entries({ kind, use, alt, text }).filter(([, value]) => value !== ''));
}

/** The address of the library, with a number of files, or starting at a cursor. */
export function libraryPath(filter: LibraryFilter, { rows = STEP, cursor = '' } = {}): string {
  const query = new URLSearchParams(libraryFields(filter));
  if (rows !== STEP) query.set('rows', String(rows));
  if (cursor !== '') query.set('cursor', cursor);
  return query.size === 0 ? '/media' : `/media?${query}`;
}

/** The uploaded files that a filter selects, newest first. */
export function readLibrary(
  user: User,
  { kind, use, alt, text }: LibraryFilter,
  { rows = STEP, cursor = '' } = {},
): Promise<MediaPage> {
  const unused = use === '' ? undefined : String(use === 'unused');
  const missingAltText = alt === '' ? undefined : 'true';
  return readRows(rows, cursor || undefined, (asked) =>
    user.call('media.list', { query: { kind, unused, missingAltText, text, ...asked } }),
  );
}

/** Each file with the posts that use it. */
export function withUse(user: User, media: readonly Media[]): Promise<Media[]> {
  return Promise.all(media.map(({ key }) => user.call('media.get', { path: { key } })));
}
