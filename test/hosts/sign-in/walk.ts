import type { Check, Scene } from '../check.js';
import type { Started } from '../started.js';
import { demand, type Ended } from '../workshop.js';
import { Person } from './person.js';
import { addressesToOpen, demandRefresh, expireAccessTokens, introduction } from './sign-in.js';

/** A host with a command that signs in, and one that calls a tool. */
export interface SigningHost {
  readonly name: string;
  readonly packages: readonly string[];
  /** What it calls itself when it registers. */
  readonly clientName: string;
  /** Adds the server by its address alone. */
  readonly configure: (scene: Scene) => void;
  readonly signIn: (scene: Scene) => Started;
  /** Lets it list the connected accounts. */
  readonly listAccounts: (scene: Scene) => Promise<Ended>;
  /** Makes its own record of the token’s age look old, if it relies on it. */
  readonly age?: (scene: Scene) => void;
}

const CONNECTED = '10 accounts are connected';

/** Signs in with a host, lists accounts, again with an expired access token, and once more when disconnected. */
export const walk = (host: SigningHost): Check => ({
  name: `sign-in-${host.name}`,
  packages: host.packages,
  async run(scene) {
    host.configure(scene);
    const person = await Person.signedIn(scene);
    try {
      const signingIn = host.signIn(scene);
      try {
        await person.connect(await signingIn.until((output) => addressesToOpen(output, scene)[0] ?? null));
        const { code, output } = await signingIn.ended;
        if (code !== 0) throw new Error(output.slice(-2_000));
      } finally {
        signingIn.end();
      }
      demand(await host.listAccounts(scene), CONNECTED);
      await expireAccessTokens(scene);
      host.age?.(scene);
      demand(await host.listAccounts(scene), CONNECTED);
      await demandRefresh(scene);
      await person.disconnect(host.clientName);
      const { output } = await host.listAccounts(scene);
      if (output.includes(CONNECTED)) throw new Error('it still lists accounts when disconnected');
      return `connects ${await introduction(scene)}; when disconnected: ${lastLine(output)}`;
    } finally {
      await person.close();
    }
  },
});

const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
