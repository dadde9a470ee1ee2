import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLATFORMS } from '../../src/contract/platforms.js';
import { appOf } from '../../src/networks/access.js';

const WALKS = join(import.meta.dirname, '../full/real-networks');

/** docs/networks.md says of them that they are walked. */
it.each(PLATFORMS.filter((platform) => appOf(platform) !== null))(
  'connecting, publishing and answering on %s is walked over HTTP',
  (platform) => {
    expect(existsSync(join(WALKS, `${platform}.test.ts`))).toBe(true);
  },
);
