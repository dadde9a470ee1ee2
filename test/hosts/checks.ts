import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import {
  binary,
  type Check,
  CONFORMANCE_SUITE,
  CONNECTED_ACCOUNTS,
  conformanceSuite,
  type Scene,
} from './check.js';
import { keyProxy } from './key-proxy.js';
import { carryOut, codex, gemini, opencode } from './scripted-hosts.js';
import { authorizationServer } from './sign-in/authorization-server.js';
import { inspector } from './sign-in/inspector.js';
import { mcpRemote } from './sign-in/mcp-remote.js';
import { mcporter } from './sign-in/mcporter.js';
import { SCRIPTED_SIGN_INS } from './sign-in/scripted.js';
import { sdkExample } from './sign-in/sdk-example.js';
import { stdioBridge } from './stdio-bridge.js';
import { demand, LAUNCHER, run, runOnNode24 } from './workshop.js';

const EVERY_TOOL = TOOLS.map(({ name }) => name);

const settings = ({ url, key }: Scene) => ({ POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url });

/** Writes the host's settings with `postrider install`, so that the real host checks their format. */
async function installInto(id: string, scene: Scene): Promise<void> {
  const args = [LAUNCHER, 'install', id, '--yes'];
  const { code, output } = await run(process.execPath, args, { cwd: scene.home, env: settings(scene) });
  if (code !== 0) throw new Error(output);
}

interface Target {
  /** The endpoint that the conformance suite connects to. */
  readonly url: string;
  close(): void | Promise<void>;
}

/** The two transports of the MCP server. */
const endpoint = (scene: Scene): Promise<Target> => keyProxy(scene.url, scene.key);
const program = (scene: Scene): Promise<Target> =>
  stdioBridge({ command: process.execPath, args: [LAUNCHER, 'mcp'], env: settings(scene) });

/** The two generations of the protocol, as the conformance suite names them. */
const OLDER = ['--suite', 'all', '--spec-version', '2025-11-25'];
const NEWER = ['--requirements', '2026-07-28'];

/** Runs the conformance suite. Known failures are listed next to this file; an outdated list fails. */
function conformance(
  name: string,
  reach: (scene: Scene) => Promise<Target>,
  args: readonly string[],
  known: string,
): Check {
  return {
    name,
    packages: [CONFORMANCE_SUITE],
    async run(scene) {
      const target = await reach(scene);
      try {
        const expected = ['--expected-failures', join(import.meta.dirname, known)];
        const all = [conformanceSuite(scene), 'server', '--url', `${target.url}/mcp`, ...args, ...expected];
        const { code, output } = await runOnNode24(all, { cwd: scene.tools });
        if (code !== 0) throw new Error(output.slice(-4_000));
        return /Total: .*/.exec(output)?.[0] ?? 'no total';
      } finally {
        await target.close();
      }
    },
  };
}

export const CHECKS: readonly Check[] = [
  {
    name: 'mcp-remote',
    packages: ['mcp-remote@0.15'],
    async run(scene) {
      const client = new Client({ name: 'test-host', version: '1.0.0' });
      await client.connect(
        new StdioClientTransport({
          command: binary(scene, 'mcp-remote'),
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
  conformance('conformance-2026', endpoint, NEWER, 'conformance-2026-07-28.yml'),
  conformance('conformance-2025', endpoint, OLDER, 'conformance-2025-11-25.yml'),
  conformance('conformance-2026-stdio', program, NEWER, 'conformance-2026-07-28-stdio.yml'),
  conformance('conformance-2025-stdio', program, OLDER, 'conformance-2025-11-25-stdio.yml'),
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
      const cli = join(scene.tools, 'node_modules/mcporter/dist/cli.js');
      const ask = (...args: string[]) => runOnNode24([cli, '--config', config, ...args], { cwd: scene.home });
      demand(await ask('list', '--json'), '"ok": 2', ...EVERY_TOOL);
      for (const server of Object.keys(mcpServers))
        demand(await ask('call', `${server}.postrider_list_accounts`), CONNECTED_ACCOUNTS);
      return 'lists and calls tools over stdio and HTTP';
    },
  },
  {
    name: 'codex',
    packages: ['@openai/codex@0.169'],
    async run(scene) {
      await installInto('codex', scene);
      const listed = await run(binary(scene, 'codex'), ['mcp', 'list', '--json'], { cwd: scene.home });
      demand(listed, '"name": "postrider"', '"enabled": true', JSON.stringify(LAUNCHER));
      return `reads the entry from postrider install, ${await carryOut(codex, scene.tools)}`;
    },
  },
  {
    name: 'gemini-cli',
    packages: ['@google/gemini-cli@0.61'],
    async run(scene) {
      await installInto('gemini-cli', scene);
      const env = { HOME: scene.home, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      const listed = await run(binary(scene, 'gemini'), ['mcp', 'list'], {
        cwd: join(scene.home, 'project'),
        env,
      });
      demand(listed, 'postrider', 'Connected');
      return `connects with the entry from postrider install, ${await carryOut(gemini, scene.tools)}`;
    },
  },
  {
    name: 'opencode',
    packages: ['opencode-ai@1.18'],
    async run(scene) {
      await installInto('opencode', scene);
      const listed = await run(binary(scene, 'opencode'), ['mcp', 'list'], {
        cwd: join(scene.home, 'project'),
        env: { HOME: scene.home },
      });
      demand(listed, 'postrider', 'connected');
      return `connects with the entry from postrider install, ${await carryOut(opencode, scene.tools)}`;
    },
  },
  authorizationServer,
  mcpRemote,
  ...SCRIPTED_SIGN_INS,
  mcporter,
  inspector,
  sdkExample,
];
