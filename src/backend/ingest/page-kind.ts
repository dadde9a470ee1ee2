import { Unreadable } from './extraction.js';

export type PageKind = 'html' | 'markdown' | 'text' | 'feed';

/** Supported content types. */
const KINDS: Readonly<Record<string, PageKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
};

const NAMES: readonly (readonly [type: RegExp, name: string, instead: string])[] = [
  [/^image\//, 'an image', 'Upload it as media instead.'],
  [/^video\//, 'a video', 'Upload it as media instead.'],
  [/^audio\//, 'an audio file', 'Send a transcript as `text`.'],
  [/json/, 'data (JSON)', 'Use the URL of the page that shows it.'],
  [/(rss|atom|xml)/, 'XML', 'Use the URL of the article itself.'],
  [/(word|officedocument|opendocument|rtf)/, 'an office document', 'Copy its text and send it as `text`.'],
  [/(zip|gzip|octet-stream|compressed)/, 'a file to download', 'Use the URL of a page.'],
];

/** First bytes of files that are sometimes sent with a wrong content type. */
const BEGINNINGS: readonly (readonly [bytes: string, type: string])[] = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['PK\x03\x04', 'application/zip'],
];

/** How far from its start a PDF may have its mark, in bytes: some programs write a line before it. */
const MAX_PDF_MARK = 1024;

/** Whether it is a PDF, by its mark. A page that only shows the mark is none. */
export function isPdf(bytes: Uint8Array, contentType: string): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_PDF_MARK));
  const at = head.indexOf('%PDF-');
  return at === 0 || /^\s*application\/(?:x-)?pdf\b/i.test(contentType) || (at > 0 && isNoText(contentType));
}

function isNoText(contentType: string): boolean {
  return /^\s*(?:application\/octet-stream\b|$)/i.test(contentType);
}

/** RSS 2.0, RSS 1.0, Atom, or JSON Feed, whatever its content type is. */
function looksLikeFeed(head: string): boolean {
  const start = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (start.startsWith('{')) return /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(start);
  return (
    start.startsWith('<') &&
    /<(?:rss|rdf:RDF|feed)[\s>]/.test(start) &&
    !/<(?:!doctype html|html)\b/i.test(start)
  );
}

/**
 * Detects the kind of a page from its content type or, if that is missing or wrong, from its first bytes.
 *
 * @throws Unreadable `type_unsupported`
 */
export function pageKind(bytes: Uint8Array, contentType: string): PageKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const [said = ''] = contentType.toLowerCase().split(';');
  const type = BEGINNINGS.find(([begins]) => head.startsWith(begins))?.[1] ?? said.trim();
  if (looksLikeFeed(head)) return 'feed';
  const looksLikeHtml = /<(!doctype html|html|head|body|article)\b/i.test(head);
  const kind = KINDS[type];
  if (kind === 'text' && looksLikeHtml) return 'html';
  if (kind !== undefined) return kind;
  if (looksLikeHtml) return 'html';
  if (type === '' && !head.includes('\0')) return 'text';
  const [, name, instead] = NAMES.find(([pattern]) => pattern.test(type)) ?? [
    null,
    /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? `a file of type ${type}` : 'a file of unknown type',
    'Use the URL of a page, or send the text as `text`.',
  ];
  throw new Unreadable('type_unsupported', `The address holds ${name}, which is not read. ${instead}`);
}
