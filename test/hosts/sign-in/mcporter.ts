import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkedHost } from '../../../scripts/shipping/walked-hosts.js';
import type { Scene } from '../check.js';
import { startOnNode24 } from '../started.js';
import { runOnNode24 } from '../workshop.js';
import { walk } from './walk.js';

const config = ({ home }: Scene): string => join(home, 'mcporter-sign-in.json');

const command = (scene: Scene, ...words: readonly string[]): readonly string[] => [
  join(scene.tools, 'node_modules/mcporter/dist/cli.js'),
  ...['--config', config(scene)],
  ...words,
];

/** How long a call waits for the person, in ms. */
const MAX_WAIT_MS = 5_000;

const calls = (scene: Scene, ...words: readonly string[]) =>
  runOnNode24(command(scene, ...words), {
    cwd: scene.home,
    env: { MCPORTER_OAUTH_TIMEOUT_MS: String(MAX_WAIT_MS) },
  });

export const mcporter = walk('mcporter', {
  configure(scene) {
    const { redirect } = walkedHost('mcporter');
    const postrider = { url: `${scene.url}/mcp`, auth: 'oauth', oauthRedirectUrl: redirect };
    writeFileSync(config(scene), JSON.stringify({ mcpServers: { postrider } }));
  },
  signIn: (scene) => startOnNode24(command(scene, 'auth', 'postrider'), { cwd: scene.home }),
  listTools: (scene) => calls(scene, 'list', 'postrider'),
  listAccounts: (scene) => calls(scene, 'call', 'postrider.postrider_list_accounts'),
});
