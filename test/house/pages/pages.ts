import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, read } from '../sources.js';

/** The paths of all documentation pages, relative to the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort(),
];

/** A block of code on a page. */
export interface Snippet {
  /** The location of its first line: `docs/media.md:27`. */
  readonly at: string;
  readonly language: string;
  readonly text: string;
}

function snippetsOf(page: string): Snippet[] {
  const text = read(page);
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)\n\1```$/gms)].map((found) => ({
    at: `${page}:${text.slice(0, found.index).split('\n').length + 1}`,
    language: found[2] ?? '',
    text: found[3] ?? '',
  }));
}

export const SNIPPETS: readonly Snippet[] = PAGES.flatMap(snippetsOf);

/** The page without code blocks and inline code, which contain no links or headings. */
export function proseOf(page: string): string {
  return read(page).replaceAll(/^( *)```.*?^\1```$/gms, '');
}
