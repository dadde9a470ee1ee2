import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../scripts/shipping/markdown.js';
import { REPOSITORY } from '../../scripts/shipping/package-facts.js';
import { PAGES, proseOf } from './pages/pages.js';
import { ROOT } from './sources.js';

interface Link {
  readonly page: string;
  /** The link as written: `safety.md#scopes`. */
  readonly to: string;
}

const LINK = /\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;

/** Where the README, which npm shows too, finds the files of this repository: pages, folders and pictures. */
const HERE = [`${REPOSITORY}/blob/main/`, `${REPOSITORY}/tree/main/`, rawAddress()];

function rawAddress(): string {
  return `${REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main/`;
}

const linksOf = (page: string): Link[] =>
  [...proseOf(page).matchAll(LINK)].map(([, to = '']) => {
    const here = page === 'README.md' ? HERE.find((start) => to.startsWith(start)) : undefined;
    return { page, to: here === undefined ? to : to.slice(here.length) };
  });

const inside = PAGES.flatMap(linksOf).filter(({ to }) => !/^[a-z]+:/.test(to));

/** The file and the anchor that a link points to. */
function targetOf({ page, to }: Link): { readonly file: string; readonly anchor: string } {
  const [path = '', anchor = ''] = to.split('#');
  return { file: path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/'), anchor };
}

/** The anchors of a page: its headings, with a number appended to repeated ones. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

describe('links in the documentation', () => {
  it('point to existing files', () => {
    const broken = inside.filter((link) => !existsSync(join(ROOT, targetOf(link).file)));
    expect(broken).toEqual([]);
  });

  it('point to existing headings', () => {
    const places = new Map<string, Set<string>>();
    const broken = inside.filter((link) => {
      const { file, anchor } = targetOf(link);
      if (anchor === '' || !file.endsWith('.md') || !existsSync(join(ROOT, file))) return false;
      const anchors = places.get(file) ?? anchorsOf(file);
      places.set(file, anchors);
      return !anchors.has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('stay within the repository', () => {
    expect(inside.filter((link) => targetOf(link).file.startsWith('..'))).toEqual([]);
  });

  it('are absolute in the README, which npm shows without the repository around it', () => {
    const written = [...proseOf('README.md').matchAll(LINK)].map(([, to = '']) => to);
    expect(written.filter((to) => !/^(?:https:|#)/.test(to))).toEqual([]);
  });

  it('reach every page from the index, and the index from the README', () => {
    const listed = linksOf('docs/README.md').map((link) => targetOf(link).file);
    const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
    expect(linksOf('README.md').map((link) => targetOf(link).file)).toContain('docs/README.md');
    expect(statSync(join(ROOT, 'docs/README.md')).isFile()).toBe(true);
  });
});
