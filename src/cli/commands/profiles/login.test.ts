import { expect, it } from 'vitest';
import { atTerminal } from '../../../../test/cli/support/terminal.js';

it('login reports an invalid URL before it asks for the key', async () => {
  const { code, stdout, stderr } = await atTerminal(['login', '--base-url', 'ftp://post.example.org'], {
    answers: ['postrider_api_x'],
  });
  expect([code, stderr]).toEqual([3, expect.stringContaining('The base URL is invalid.')]);
  expect(stdout + stderr).not.toContain('API key (not shown)');
});
