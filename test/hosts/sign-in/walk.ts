import { CONNECTED_ACCOUNTS, type Scene } from '../check.js';
import type { Started } from '../started.js';
import { demand, type Ended } from '../workshop.js';
import { addressesToOpen, demandRefresh, expireAccessTokens, signInCheck } from './sign-in.js';

/** A host with a command that signs in, and one that calls a tool. */
export interface SigningHost {
  /** Adds the server by its address alone. */
  readonly configure: (scene: Scene) => void;
  readonly signIn: (scene: Scene) => Started;
  /** Lets it list its tools; absent: a model is shown them with each call. */
  readonly listTools?: (scene: Scene) => Promise<Ended>;
  /** Lets it list the connected accounts. */
  readonly listAccounts: (scene: Scene) => Promise<Ended>;
  /** Lets it say in what state the server is, if a call does not. */
  readonly status?: (scene: Scene) => Promise<Ended>;
}

/** Signs in with a host, lists tools and accounts, again with an expired access token, and once more when disconnected. */
export const walk = (id: string, program: SigningHost) =>
  signInCheck(id, async (scene, person, host) => {
    program.configure(scene);
    const signingIn = program.signIn(scene);
    try {
      const address = await signingIn.until((output) => addressesToOpen(output, scene)[0] ?? null);
      await person.connect(address, host);
      const { code, output } = await signingIn.ended;
      if (code !== 0) throw new Error(output.slice(-2_000));
    } finally {
      signingIn.end();
    }
    if (program.listTools) demand(await program.listTools(scene), 'postrider_create_post');
    demand(await program.listAccounts(scene), CONNECTED_ACCOUNTS);
    await expireAccessTokens(scene);
    demand(await program.listAccounts(scene), CONNECTED_ACCOUNTS);
    await demandRefresh(scene);
    await person.disconnect(host.clientName);
    const ended = await program.listAccounts(scene);
    if (ended.output.includes(CONNECTED_ACCOUNTS))
      throw new Error('it still lists accounts when disconnected');
    demand(program.status ? await program.status(scene) : ended, host.saysWhenEnded);
    return `when disconnected: “${host.saysWhenEnded}”`;
  });
