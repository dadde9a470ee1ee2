import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/backend/base/clock.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { BackendUnderTest } from '../support/running-backend.js';

const ROOT = join(import.meta.dirname, '../..');

interface Manifest {
  readonly server: { readonly mcp_config: { readonly command: string; readonly args: string[] } };
}

let folder: string;
let backend: BackendUnderTest<typeof systemClock>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-bundle-test-'));
  const file = join(folder, 'postrider.mcpb');
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/bundle.ts', file], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  await unpackExtension({ mcpbPath: file, outputDir: join(folder, 'unpacked'), silent: true });
  backend = await BackendUnderTest.startOn(systemClock);
});

afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the desktop bundle', () => {
  it('contains a tool server that works without any other file', async () => {
    const unpacked = join(folder, 'unpacked');
    const manifest: Manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
    const { args } = manifest.server.mcp_config;
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map((arg) => arg.replace(`$${'{__dirname}'}`, unpacked)),
        env: { POSTRIDER_API_KEY: backend.key, POSTRIDER_BASE_URL: backend.backend.url },
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const { structuredContent } = await client.callTool({ name: 'postrider_list_accounts', arguments: {} });
    expect(structuredContent).toHaveProperty('accounts.length', 10);
    const { contents } = await client.readResource({ uri: 'postrider://accounts' });
    expect(contents).toHaveLength(1);
    await client.close();
  });
});
