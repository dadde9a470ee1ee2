import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { TOOLS } from '../../src/mcp/tools/registry.js';
import { keyProxy } from './key-proxy.js';
import { demand, LAUNCHER, run, runOnNode24 } from './workshop.js';

interface Scene {
  /** The folder that the packages are in. */
  readonly tools: string;
  /** An empty home folder, with an empty project in it. */
  readonly home: string;
  readonly url: string;
  readonly key: string;
}

interface Check {
  readonly name: string;
  readonly packages: readonly string[];
  /** @returns what it found, in a few words. @throws where something is wrong */
  readonly run: (scene: Scene) => Promise<string>;
}

const EVERY_TOOL = TOOLS.map(({ name }) => name);

const program = ({ tools }: Scene, name: string): string => join(tools, 'node_modules/.bin', name);

const settings = ({ url, key }: Scene) => ({ POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url });

/** Has our own command write the host's settings, so that its form is tried on the host itself. */
async function installInto(id: string, scene: Scene): Promise<void> {
  const args = [LAUNCHER, 'install', id, '--yes'];
  const { code, output } = await run(process.execPath, args, { cwd: scene.home, env: settings(scene) });
  if (code !== 0) throw new Error(output);
}

/** Runs the conformance suite. What is known to fail is listed beside this file; a list that is stale fails. */
async function conformance(scene: Scene, args: readonly string[], known: string): Promise<string> {
  const proxy = await keyProxy(scene.url, scene.key);
  try {
    const suite = join(scene.tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const expected = ['--expected-failures', join(import.meta.dirname, known)];
    const all = [suite, 'server', '--url', `${proxy.url}/mcp`, ...args, ...expected];
    const { code, output } = await runOnNode24(all, { cwd: scene.tools });
    if (code !== 0) throw new Error(output.slice(-4_000));
    return /Total: .*/.exec(output)?.[0] ?? 'no total';
  } finally {
    proxy.close();
  }
}

export const CHECKS: readonly Check[] = [
  {
    name: 'mcp-remote',
    packages: ['mcp-remote@0.15'],
    async run(scene) {
      const client = new Client({ name: 'test-host', version: '1.0.0' });
      await client.connect(
        new StdioClientTransport({
          command: program(scene, 'mcp-remote'),
          args: [`${scene.url}/mcp`, '--allow-http', '--header', `Authorization: Bearer ${scene.key}`],
          env: { PATH: process.env['PATH'] ?? '', HOME: scene.home },
          stderr: 'ignore',
        }),
      );
      try {
        const { tools } = await client.listTools();
        const { structuredContent } = await client.callTool({
          name: 'postrider_list_accounts',
          arguments: {},
        });
        const { accounts } = structuredContent as { accounts: unknown[] };
        return `${tools.length} tools, ${accounts.length} accounts`;
      } finally {
        await client.close();
      }
    },
  },
  {
    name: 'conformance-2026',
    packages: ['@modelcontextprotocol/conformance@0.2.0-alpha.12'],
    run: (scene) => conformance(scene, ['--requirements', '2026-07-28'], 'conformance-2026-07-28.yml'),
  },
  {
    name: 'conformance-2025',
    packages: ['@modelcontextprotocol/conformance@0.2.0-alpha.12'],
    run: (scene) =>
      conformance(scene, ['--suite', 'all', '--spec-version', '2025-11-25'], 'conformance-2025-11-25.yml'),
  },
  {
    name: 'mcporter',
    packages: ['mcporter@0.12'],
    async run(scene) {
      const config = join(scene.home, 'mcporter.json');
      const mcpServers = {
        program: { command: process.execPath, args: [LAUNCHER], env: settings(scene) },
        endpoint: { url: `${scene.url}/mcp`, headers: { Authorization: `Bearer ${scene.key}` } },
      };
      writeFileSync(config, JSON.stringify({ mcpServers }));
      const mcporter = join(scene.tools, 'node_modules/mcporter/dist/cli.js');
      const ask = (...args: string[]) =>
        runOnNode24([mcporter, '--config', config, ...args], { cwd: scene.home });
      demand(await ask('list', '--json'), '"ok": 2', ...EVERY_TOOL);
      for (const server of Object.keys(mcpServers))
        demand(await ask('call', `${server}.postrider_list_accounts`), '10 accounts are connected');
      return 'lists and calls over a program and over HTTP';
    },
  },
  {
    name: 'codex',
    packages: ['@openai/codex@0.169'],
    async run(scene) {
      await installInto('codex', scene);
      const listed = await run(program(scene, 'codex'), ['mcp', 'list', '--json'], { cwd: scene.home });
      demand(listed, '"name": "postrider"', '"enabled": true', JSON.stringify(LAUNCHER));
      return 'reads the entry that install wrote';
    },
  },
  {
    name: 'gemini-cli',
    packages: ['@google/gemini-cli@0.61'],
    async run(scene) {
      await installInto('gemini-cli', scene);
      const env = { HOME: scene.home, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      const listed = await run(program(scene, 'gemini'), ['mcp', 'list'], {
        cwd: join(scene.home, 'project'),
        env,
      });
      demand(listed, 'postrider', 'Connected');
      return 'connects with the entry that install wrote';
    },
  },
  {
    name: 'opencode',
    packages: ['opencode-ai@1.18'],
    async run(scene) {
      await installInto('opencode', scene);
      const listed = await run(program(scene, 'opencode'), ['mcp', 'list'], {
        cwd: join(scene.home, 'project'),
        env: { HOME: scene.home },
      });
      demand(listed, 'postrider', 'connected');
      return 'connects with the entry that install wrote';
    },
  },
];
