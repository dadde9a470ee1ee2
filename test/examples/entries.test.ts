import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { readStdioSettings } from '../../src/mcp/stdio/server-settings.js';
import { ROOT } from '../cli/support/program.js';

const Entries = z.object({
  mcpServers: z.record(
    z.string(),
    z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()).min(1),
      env: z.record(z.string(), z.string()),
    }),
  ),
});

it('the example entries start the tool server with valid arguments', () => {
  const text = readFileSync(join(ROOT, 'examples/mcp-servers.json'), 'utf8');
  const servers = Object.values(Entries.parse(JSON.parse(text)).mcpServers);
  for (const { args, env } of servers) {
    const [launcher, command, ...flags] = args;
    expect(launcher).toMatch(/bin\/postrider\.cjs$/);
    expect([undefined, 'mcp']).toContain(command);
    expect(() => readStdioSettings(flags, env)).not.toThrow();
    expect(env['POSTRIDER_API_KEY']).toBe('<API_KEY>');
  }
});
