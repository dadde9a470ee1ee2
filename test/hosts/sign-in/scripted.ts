import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'smol-toml';
import { binary, type Scene } from '../check.js';
import { codex, NO_WAY_OUT, opencode, type ScriptedHost } from '../scripted-hosts.js';
import { scriptedModel } from '../scripted-model.js';
import { start } from '../started.js';
import { type Ended, run } from '../workshop.js';
import type { SigningHost } from './walk.js';

const WORDS = 'Which channels are connected?';

interface Signing {
  readonly packages: readonly string[];
  readonly clientName: string;
  /** The settings with the server’s address alone. */
  readonly settings: (scene: Scene) => string;
  /** The program and its arguments to sign in. */
  readonly signIn: readonly [string, ...string[]];
}

/** A host whose tool calls need a model. */
function signing(host: ScriptedHost, { settings, signIn, ...rest }: Signing): SigningHost {
  const write = ({ home }: Scene, text: string): void => {
    const file = join(home, host.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const place = ({ home }: Scene) => ({ cwd: join(home, 'project'), env: { HOME: home, BROWSER: 'true' } });
  return {
    ...rest,
    name: host.id,
    configure: (scene) => write(scene, settings(scene)),
    signIn(scene) {
      const [program, ...args] = signIn;
      return start(binary(scene, program), args, place(scene));
    },
    async listAccounts(scene): Promise<Ended> {
      const model = await scriptedModel({
        [WORDS]: ({ answers: [accounts] }) =>
          accounts === undefined ? { tool: 'postrider_list_accounts', args: {} } : { say: accounts },
      });
      try {
        write(scene, host.withModel(settings(scene), model.url));
        const [program, ...args] = host.command(WORDS, false);
        const { cwd, env } = place(scene);
        const all = { ...env, ...NO_WAY_OUT, ...host.env?.(model.url) };
        const { code, output } = await run(binary(scene, program), args, { cwd, env: all });
        return { code, output: [output, ...model.faults].join('\n') };
      } finally {
        model.close();
      }
    },
  };
}

export const opencodeSigningIn = signing(opencode, {
  packages: ['opencode-ai@1.18'],
  clientName: 'OpenCode',
  settings: ({ url }) => JSON.stringify({ mcp: { postrider: { type: 'remote', url: `${url}/mcp` } } }),
  signIn: ['opencode', 'mcp', 'auth', 'postrider'],
});

export const codexSigningIn = signing(codex, {
  packages: ['@openai/codex@0.169'],
  clientName: 'Codex',
  settings: ({ url }) =>
    stringify({
      // Not the keyring of this machine.
      mcp_oauth_credentials_store: 'file',
      mcp_servers: { postrider: { url: `${url}/mcp` } },
    }),
  // Its document is on the internet, which no test reaches.
  signIn: ['codex', 'mcp', 'login', 'postrider', '--oauth-client-registration', 'dcr'],
});
