import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAMED_FAILURES } from '../../src/backend/networks/simulation/named-failures.js';
import { SCOPE_PRESETS } from '../../src/contract/scopes.js';
import { TOOLS } from '../../src/mcp/tools/registry.js';
import { ROOT, read } from './sources.js';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
];

/** The first cells of the table rows of a page that are code: `| \`name\` | …`. */
const rowsOf = (page: string): string[] =>
  [...read(page).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '');

describe('the documentation', () => {
  it('names every tool, and no other', () => {
    expect(rowsOf('README.md').filter((name) => name.startsWith('postrider_'))).toEqual(
      TOOLS.map((tool) => tool.name),
    );
  });

  it('lists every named failure', () => {
    expect(rowsOf('docs/testing.md')).toEqual(expect.arrayContaining(Object.keys(NAMED_FAILURES)));
    for (const [name, { description }] of Object.entries(NAMED_FAILURES)) {
      expect(read('docs/testing.md')).toContain(`| \`${name}\` | ${description} |`);
    }
  });

  it('explains every preset of scopes', () => {
    expect(rowsOf('docs/safety.md').sort()).toEqual(Object.keys(SCOPE_PRESETS).sort());
  });

  it('links only to what is there', () => {
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => join(dirname(page), target ?? ''))
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page} -> ${path}`),
    );
    expect(broken).toEqual([]);
  });
});
