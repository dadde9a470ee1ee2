import { expect, it } from 'vitest';
import { atTerminal, inPipe } from '../../../../test/cli/support/terminal.js';

it('login reports an invalid URL before it asks for the key', async () => {
  const { code, stdout, stderr } = await atTerminal(['login', '--base-url', 'ftp://post.example.org'], {
    answers: ['postrider_api_x'],
  });
  expect([code, stderr]).toEqual([3, expect.stringContaining('The base URL is invalid.')]);
  expect(stdout + stderr).not.toContain('API key (not shown)');
});

it('login without a terminal repeats the backend and the profile in the command that works', async () => {
  const options = ['--base-url', 'https://post.example.org', '--profile', 'work'];
  const { code, stderr } = await inPipe(['login', ...options]);
  expect(code).toBe(2);
  expect(stderr).toContain('login --profile "work" --base-url https://post.example.org --key - < key.txt');
});
