import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PartFile } from './part-file.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a part file', () => {
  it('contains the chunks in order, across several buffers', async () => {
    const part = await PartFile.create(folder);
    const chunks = Array.from({ length: 40 }, () => randomBytes(64 * 1024));

    for (const chunk of chunks) await part.write(chunk);
    expect(part.length).toBe(40 * 64 * 1024);
    await part.finish();

    expect(readFileSync(part.path).equals(Buffer.concat(chunks))).toBe(true);
    await part.discard();
  });
});
