import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { Unreadable } from '../extraction.js';

/** What a page of a PDF has: a run of text in one font, or the mark of something else. */
export interface PdfItem {
  readonly str: string;
  readonly dir: string;
  /** Scale, rotation and position. In points, from the bottom left. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
  /** Whether the letters of its font have the same width, as in code. */
  readonly isCode: boolean;
}

/** Of a run of more characters, only the start is kept. */
const MAX_ITEM = 10_000;

export interface OpenPdf {
  readonly pages: number;
  /** Of the file: its title, author, language and date, as it says them. */
  readonly info: PdfInfo;
  /** Whether the text of a font was lost, because the tables of its characters are not in the file. */
  lacksTables(): boolean;
  /** @returns the text on a page, in the order of the file. It ends early after that many characters */
  items(page: number, maxCharacters: number): Promise<readonly PdfItem[]>;
  close(): Promise<void>;
}

interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly created: string;
}

/**
 * Opens a PDF with PDF.js, in this thread. It runs no script of the file, decodes no image, and asks nobody for fonts
 * or tables of characters.
 *
 * @throws Unreadable
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  // 1.6 MB, loaded with the first PDF.
  const { getDocument } = await import('unpdf/pdfjs');
  let lacksTables = false;
  class NoFiles {
    /** PDF.js asks for its own files here: tables of East Asian characters, standard fonts, decoders of images. */
    async fetch({ kind }: { readonly kind: string }): Promise<never> {
      if (kind === 'cMapUrl') lacksTables = true;
      throw new Error('There are no further files.');
    }
  }
  const task = getDocument({
    data: Uint8Array.from(bytes),
    BinaryDataFactory: NoFiles,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    return {
      pages: document.numPages,
      info: await infoOf(document),
      lacksTables: () => lacksTables,
      items: async (page, max) => {
        try {
          return await itemsOf(document, page, max);
        } catch (error) {
          throw unreadable(error);
        }
      },
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    throw unreadable(error);
  }
}

async function itemsOf(document: PDFDocumentProxy, number: number, max: number): Promise<readonly PdfItem[]> {
  const page = await document.getPage(number);
  const items: PdfItem[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) {
      if (!('str' in item)) continue;
      const isCode = part.value.styles[item.fontName]?.fontFamily === 'monospace';
      items.push({ ...item, str: item.str.slice(0, MAX_ITEM), isCode });
      length += item.str.length + 1;
    }
    if (length > max) {
      await reader.cancel(new Error('Enough text.'));
      break;
    }
  }
  page.cleanup();
  return items;
}

async function infoOf(document: PDFDocumentProxy): Promise<PdfInfo> {
  const { info, metadata } = await document.getMetadata();
  const fields = new Map<string, unknown>(Object.entries(info));
  const said = (name: string, stated?: string): string => {
    const value: unknown = (stated === undefined ? null : metadata?.get(stated)) ?? fields.get(name);
    const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value;
    return typeof text === 'string' ? text.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  };
  return {
    title: said('Title', 'dc:title') || said('Title'),
    author: said('Author', 'dc:creator') || said('Author'),
    language: said('Language'),
    created: said('CreationDate'),
  };
}

/** What PDF.js fails with says nothing to the person who sent the file. */
function unreadable(error: unknown): Unreadable {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new Unreadable(
      'pdf_encrypted',
      'The PDF is protected with a password. If you may read it, copy its text and send it as `text`.',
    );
  }
  return new Unreadable(
    'pdf_damaged',
    'The PDF is damaged or incomplete, so its text cannot be read. Check the file, or copy its text and send it as `text`.',
  );
}
