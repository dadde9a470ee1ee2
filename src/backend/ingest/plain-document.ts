import { MAX_SOURCE_TEXT } from '../../contract/sources/limits.js';
import { excerptOf } from './excerpt.js';
import { type Extraction, Unreadable } from './extraction.js';
import { shortened } from './kept-text.js';
import { languageOf } from './page-metadata.js';
import { countWords } from './word-count.js';
import { readDate } from './written-date.js';

/** `# Heading`, or a line that is underlined. */
const MARKDOWN_HEADING = /^(?:#{1,6}[ \t]+(\S.*)|(.+)\n(?:={3,}|-{3,})[ \t]*)$/m;

/** The front matter of a Markdown file, between its first two lines of dashes. */
const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/**
 * Reads a text or Markdown document. Its title is the given one, the one in its front matter, or its first heading.
 *
 * @throws Unreadable if it contains no text
 */
export function readDocument(
  written: string,
  { title, robots = [] }: { readonly title: string | null; readonly robots?: readonly string[] },
): Extraction {
  const whole = written.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  const matter = FRONT_MATTER.exec(whole)?.[1] ?? '';
  const body = matter === '' ? whole : whole.replace(FRONT_MATTER, '');
  const text = body
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') throw new Unreadable('empty_page', 'The document contains no text.');
  const kept = text.slice(0, MAX_SOURCE_TEXT);
  const heading = MARKDOWN_HEADING.exec(kept);
  const language = languageOf(fieldOf(matter, 'lang') ?? fieldOf(matter, 'language'));
  return {
    title: title ?? fieldOf(matter, 'title') ?? headingText(heading),
    byline: fieldOf(matter, 'author'),
    siteName: null,
    published: readDate(fieldOf(matter, 'date') ?? ''),
    language,
    canonicalUrl: null,
    excerpt: excerptOf(withoutHeading(kept, heading)),
    text: kept,
    format: 'simple',
    wordCount: countWords(kept, language),
    images: [],
    robots,
    warnings: kept.length < text.length ? [shortened(text.length)] : [],
  };
}

/** Without the marks that close a heading. */
function headingText(heading: RegExpExecArray | null): string | null {
  const [, marked, underlined] = heading ?? [];
  const text =
    marked
      ?.trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trimEnd() ?? underlined;
  return text || null;
}

function fieldOf(matter: string, name: string): string | null {
  const found = new RegExp(`^${name}:(.*)$`, 'im').exec(matter)?.[1]?.trim() ?? '';
  const inner = found.replace(/^["']/, '').replace(/["']$/, '');
  return inner === '' ? null : inner;
}

function withoutHeading(text: string, heading: RegExpExecArray | null): string {
  return heading?.index === 0 ? text.slice(heading[0].length) : text;
}
