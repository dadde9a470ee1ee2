import { MAX_SOURCE_TEXT } from '../../../contract/sources/limits.js';
import { systemClock } from '../../base/clock.js';
import { type Block, simpleText, textOfBlocks } from '../dom-text.js';
import { excerptOf } from '../excerpt.js';
import { type Extraction, type PageJob, tooHeavy, Unreadable, warning } from '../extraction.js';
import { keptOf, shortened } from '../kept-text.js';
import { languageOf } from '../page-metadata.js';
import { directives } from '../robots-directives.js';
import { TEXT_FORMS } from '../text-form.js';
import { withoutTitle } from '../without-title.js';
import { countWords } from '../word-count.js';
import { readDate } from '../written-date.js';
import { withBoundedBuffers } from './bounded-buffers.js';
import { lineBlocks } from './line-blocks.js';
import { type OpenPdf, openPdf } from './open-pdf.js';
import { withoutFurniture } from './page-furniture.js';
import { type PdfLine, pageLines } from './page-lines.js';

/** More pages are not read. */
const MAX_PAGES = 500;

/** Reading stops after the page on which this much time has passed, well before the thread would be ended. In milliseconds. */
const MAX_READING_MS = 5_000;

/** How much memory the buffers of a PDF may take. A file has at most 5 MB, and its fonts a few times that. */
const MAX_BUFFER_BYTES = 96_000_000;

/** A document with fewer letters for each page has no text, or only stamps on scanned pages. */
const MIN_LETTERS_PER_PAGE = 10;

/**
 * Reads the text of a PDF.
 *
 * @throws Unreadable with the reason
 */
export async function readPdf(job: PageJob): Promise<Extraction> {
  const { outcome, exceeded } = await withBoundedBuffers(MAX_BUFFER_BYTES, () => extractionOf(job));
  if (exceeded) throw tooHeavy('needs too much memory', 'PDF');
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function extractionOf({ bytes, robotsHeader, format = 'simple' }: PageJob): Promise<Extraction> {
  const pdf = await openPdf(bytes);
  try {
    const pages = await readPages(pdf);
    refuseWithoutText(pages, pdf);
    const { info } = pdf;
    const found = lineBlocks(withoutFurniture(pages).flat(), TEXT_FORMS[format]);
    const title = titleOf(info.title) ?? firstHeading(found);
    const blocks = withoutTitle(found, title);
    const language = languageOf(info.language);
    const simple = simpleText(blocks);
    const text = format === 'simple' ? simple : textOfBlocks(blocks);
    const kept = keptOf(text);
    return {
      title,
      byline: info.author || null,
      siteName: null,
      published: readDate(isoDate(info.created)),
      language,
      canonicalUrl: null,
      excerpt: excerptOf(simple),
      text: kept,
      format,
      wordCount: countWords(simple, language),
      images: [],
      robots: [...new Set(directives([robotsHeader]))],
      warnings: [
        ...(pages.length < pdf.pages ? [fewerPages(pages.length, pdf.pages)] : []),
        ...(kept.length < text.length ? [shortened(text.length)] : []),
      ],
    };
  } finally {
    await pdf.close();
  }
}

async function readPages(pdf: OpenPdf): Promise<readonly (readonly PdfLine[])[]> {
  const begun = systemClock.monotonic();
  const pages: (readonly PdfLine[])[] = [];
  let left = MAX_SOURCE_TEXT;
  for (let page = 1; page <= Math.min(pdf.pages, MAX_PAGES) && left > 0; page += 1) {
    const items = await pdf.items(page, left);
    pages.push(pageLines(items, page));
    left -= items.reduce((sum, { str }) => sum + str.length, 0);
    if (systemClock.monotonic() - begun > MAX_READING_MS) break;
  }
  return pages;
}

function fewerPages(read: number, all: number) {
  return warning(
    'text_shortened',
    `Only the first ${read} of ${all} pages were read.`,
    'Send the relevant part as `text`.',
  );
}

function refuseWithoutText(pages: readonly (readonly PdfLine[])[], pdf: OpenPdf): void {
  const letters = pages
    .flat()
    .reduce((sum, { cells }) => sum + (cells.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  if (letters > 0 && letters >= pages.length * MIN_LETTERS_PER_PAGE) return;
  const reason = pdf.lacksTables()
    ? 'The PDF does not say which characters its fonts show, so its text cannot be read.'
    : 'No text was found in the PDF. The pages of a scan, for example, are pictures.';
  throw new Unreadable('pdf_without_text', `${reason} Copy its text and send it as \`text\`.`);
}

/** Programs write the name of the file, or of themselves, where the title should be. */
const NO_TITLE =
  /^(?:microsoft \w+ - .*|untitled.*|.*\.(?:docx?|indd|qxp|pdf|tex|dvi|odt|pptx?|xlsx?|rtf|html?))$/i;

function titleOf(stated: string): string | null {
  return stated === '' || NO_TITLE.test(stated) ? null : stated;
}

/** The first heading of the highest level. */
function firstHeading(blocks: readonly Block[]): string | null {
  const headings = blocks.slice(0, MAX_TITLE_BLOCK).filter(({ kind }) => kind === 'heading');
  const [highest] = headings.toSorted((one, other) => one.level - other.level);
  return highest?.text.replace(/^#+ /, '') ?? null;
}

/** Among how many blocks the title is. */
const MAX_TITLE_BLOCK = 5;

/** `D:20261130090000+01'00'` in ISO 8601. A date without more than its day or year is none. */
function isoDate(written: string): string {
  const [, year, month, day, hour, minute, second = '00', zone = ''] =
    /^(?:D:)?(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2}(?:'?\d{2})?)?/.exec(written) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone.replace("'", ':')}`;
}
