import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** What package.json says that others are told too. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly mcpName: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
}

export function packageFacts(): PackageFacts {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** One sentence that fits wherever only a hundred characters do. */
export const SHORT_DESCRIPTION =
  'Publish to ten social networks, with a person asked before anything goes out.';

export const REPOSITORY = 'https://github.com/postrider/postrider';
