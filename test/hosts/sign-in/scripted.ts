import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'smol-toml';
import { walkedHost } from '../../../scripts/shipping/walked-hosts.js';
import { binary, type Check, type Scene } from '../check.js';
import { codex, NO_WAY_OUT, opencode, type ScriptedHost } from '../scripted-hosts.js';
import { scriptedModel } from '../scripted-model.js';
import { start } from '../started.js';
import { type Ended, run } from '../workshop.js';
import { type SigningHost, walk } from './walk.js';

const WORDS = 'Which channels are connected?';

interface Signing {
  /** The settings with the server’s address alone. */
  readonly settings: (scene: Scene) => string;
  /** The program and its arguments to sign in. */
  readonly signIn: readonly [string, ...string[]];
  /** The same to learn the state of the server. */
  readonly status?: readonly [string, ...string[]];
}

/** A host whose tool calls need a model. */
function signing(host: ScriptedHost, { settings, signIn, status }: Signing): SigningHost {
  const write = ({ home }: Scene, text: string): void => {
    const file = join(home, host.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const place = ({ home }: Scene) => ({ cwd: join(home, 'project'), env: { HOME: home, BROWSER: 'true' } });
  return {
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
    ...(status && {
      status(scene: Scene) {
        const [program, ...args] = status;
        return run(binary(scene, program), args, place(scene));
      },
    }),
  };
}

const opencodeSigning = signing(opencode, {
  settings: ({ url }) => JSON.stringify({ mcp: { postrider: { type: 'remote', url: `${url}/mcp` } } }),
  signIn: ['opencode', 'mcp', 'auth', 'postrider'],
  status: ['opencode', 'mcp', 'list'],
});

const codexSettings = ({ url }: Scene) =>
  stringify({
    // Not the keyring of this machine.
    mcp_oauth_credentials_store: 'file',
    mcp_servers: { postrider: { url: `${url}/mcp` } },
  });

const CODEX_LOGIN = ['codex', 'mcp', 'login', 'postrider'] as const;

const codexRegistered = signing(codex, {
  settings: codexSettings,
  signIn: [...CODEX_LOGIN, '--oauth-client-registration', 'dcr'],
});

/** With its document, which a server on loopback serves in the place of the real one. */
function codexWithDocument(): SigningHost {
  const host = signing(codex, { settings: codexSettings, signIn: CODEX_LOGIN });
  return {
    ...host,
    configure(scene) {
      const { clientName, document, redirect } = walkedHost('codex');
      const metadata = { client_id: document, client_name: clientName, redirect_uris: [redirect] };
      scene.internet.answer = ({ headers, url }, response) => {
        if (`https://${headers.host}${url}` === document) response.end(JSON.stringify(metadata));
        else response.writeHead(404).end();
      };
      host.configure(scene);
    },
  };
}

export const SCRIPTED_SIGN_INS: readonly Check[] = [
  walk('opencode', opencodeSigning),
  walk('codex', codexWithDocument()),
  walk('codex-registered', codexRegistered),
];
