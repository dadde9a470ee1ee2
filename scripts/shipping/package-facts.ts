import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The fields of package.json that generated files use. */
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

/** A description of at most 100 characters, the limit of the MCP registry. */
export const SHORT_DESCRIPTION =
  'Publish to ten social networks, with a person asked before anything goes out.';

export const REPOSITORY = 'https://github.com/postrider/postrider';
