import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PartFile } from './part-file.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes in memory of their own, as a socket brings them. */
function chunkOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomBytes(length));
}

describe('a file that is coming in', () => {
  it('gives the memory of what is written back, and leaves alone what others share', async () => {
    const part = await PartFile.create(folder);
    const chunks = Array.from({ length: 40 }, () => chunkOf(64 * 1024));
    const shared = chunkOf(128 * 1024);
    const whole = Buffer.concat([...chunks, shared.subarray(0, 64 * 1024)]);

    for (const chunk of chunks) await part.write(chunk);
    await part.write(shared.subarray(0, 64 * 1024));
    await part.finish();

    expect(readFileSync(part.path).equals(whole)).toBe(true);
    expect(chunks.map((chunk) => chunk.buffer.byteLength)).toEqual(chunks.map(() => 0));
    expect(shared.buffer.byteLength).toBe(128 * 1024);
    await part.discard();
  });
});
