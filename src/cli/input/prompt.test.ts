import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Context } from '../context.js';
import { ask } from './prompt.js';

it('an API key pasted at another question is neither echoed nor returned', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const asked = ask({ stdin, stderr } as unknown as Context, 'Label: ');
  stdin.write('postrider_api_4f9k2m7qsecretsecret\n');
  await expect.poll(() => shown).toMatch(/API key[\s\S]*Label: /);
  stdin.write('my agent\n');
  expect(await asked).toBe('my agent');
  expect(shown).not.toContain('4f9k');
  expect(shown).toContain('my agent');
});
