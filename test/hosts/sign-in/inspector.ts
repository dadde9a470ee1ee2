import { join } from 'node:path';
import type { Scene } from '../check.js';
import { startOnNode24 } from '../started.js';
import { runOnNode24 } from '../workshop.js';
import { walk } from './walk.js';

const command = (scene: Scene, ...words: readonly string[]): readonly string[] => [
  join(scene.tools, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  ...['--cli', `${scene.url}/mcp`, '--transport', 'http', ...words],
];

const place = ({ home }: Scene) => ({
  cwd: home,
  env: {
    // It signs in without a terminal, and does not use the keyring of this machine.
    MCP_AUTO_OPEN_ENABLED: 'true',
    MCP_INSPECTOR_SECRET_STORE: 'file',
    BROWSER: 'true',
  },
});

const TOOLS = ['--method', 'tools/list'];
const ACCOUNTS = ['--method', 'tools/call', '--tool-name', 'postrider_list_accounts'];

/** Runs it as in a script, where it never opens a browser. */
const calls = (scene: Scene, words: readonly string[]) =>
  runOnNode24(command(scene, ...words, '--stored-auth-only'), place(scene));

export const inspector = walk('inspector', {
  configure: () => undefined,
  signIn: (scene) => startOnNode24(command(scene, ...TOOLS), place(scene)),
  listTools: (scene) => calls(scene, TOOLS),
  listAccounts: (scene) => calls(scene, ACCOUNTS),
});
