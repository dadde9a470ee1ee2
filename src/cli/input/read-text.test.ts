import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Context } from '../context.js';
import { readTextFrom } from './read-text.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

const context = { stdin: [] } as unknown as Context;

function read(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'given');
  writeFileSync(path, bytes);
  return readTextFrom(path, context);
}

it.each([
  ['a PDF', Buffer.from('%PDF-1.7\n'), /given is a PDF, not a text/],
  ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), /given is not a text file/],
])('%s is not read as a text', async (_what, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});

it('a text that names PDF is read', async () => {
  expect(await read(Buffer.from('# %PDF- is a mark'))).toBe('# %PDF- is a mark');
});
