import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHtml } from '../../src/backend/ingest/dom/parse-html.js';

const PAGES = join(import.meta.dirname, '../fixtures/articles');

/** A page whose source marks the text of its article with comments, which no reader of pages sees. */
interface MarkedPage {
  readonly name: string;
  readonly html: string;
  /** The text of the article. */
  readonly expected: string;
  /** Everything else that the page shows. */
  readonly unwanted: string;
}

const MARKED = /<!--text-->([\s\S]*?)<!--\/text-->/g;

/** All pages of the benchmark. */
export function markedPages(): readonly MarkedPage[] {
  return readdirSync(PAGES)
    .sort()
    .map((file) => {
      const html = readFileSync(join(PAGES, file), 'utf8');
      const parts = [...html.matchAll(MARKED)].map(([, part = '']) => part);
      if (parts.length === 0) throw new Error(`${file} marks no text`);
      return {
        name: file.replace('.html', ''),
        html,
        expected: shownText(parts.join('\n')),
        unwanted: shownText(html.replace(MARKED, '\n').replace(/^[\s\S]*?<body/, '<body')),
      };
    });
}

/** The text of markup, with a break between elements. */
function shownText(html: string): string {
  const { body } = parseHtml(html.replaceAll('<', '\n<'), 'https://site.example/');
  return body.textContent.replace(/\s*\n\s*/g, '\n').trim();
}
