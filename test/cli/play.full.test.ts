import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endOf, ROOT } from './support/program.js';

it('npm start -- --once plays an agent’s session through the built program and ends well', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/play.ts'), '--once'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stdout, stderr } = await endOf(child);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  for (const tool of ['list_accounts', 'validate_post', 'create_post', 'get_post', 'list_posts']) {
    expect(stdout).toContain(`→ postrider_${tool}`);
  }
  expect(stdout).toContain('You are asked:');
  expect(stdout).toMatch(/bluesky +http:\/\/127\.0\.0\.1:\d+\/network\/bluesky\//);
  expect(stdout).not.toContain('✗');
});
