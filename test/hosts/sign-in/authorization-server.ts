import { OAuthProgram } from '../../oauth/support/oauth-program.js';
import { type Check, CONFORMANCE_SUITE, conformanceSuite } from '../check.js';
import { startOnNode24 } from '../started.js';
import { Person } from './person.js';
import { addressesToOpen } from './sign-in.js';

const PORT = 33_519;

/** The scenarios for authorization servers of the conformance suite. */
export const authorizationServer: Check = {
  name: 'conformance-authorization',
  packages: [CONFORMANCE_SUITE],
  async run(scene) {
    const program = await OAuthProgram.registered(scene.test, {
      redirect_uris: [`http://127.0.0.1:${PORT}/callback`],
    });
    const person = await Person.signedIn(scene);
    const suite = startOnNode24(
      [
        ...[conformanceSuite(scene), 'authorization', '--url', scene.url, '--client-id', program.clientId],
        ...['--resource', `${scene.url}/mcp`, '--port', String(PORT)],
      ],
      { cwd: scene.home },
    );
    try {
      await person.connect(await suite.until((output) => addressesToOpen(output, scene)[0] ?? null));
      const { code, output } = await suite.ended;
      if (code !== 0) throw new Error(output.slice(-4_000));
      return /Total: .*/.exec(output)?.[0] ?? 'no total';
    } finally {
      suite.end();
      await person.close();
    }
  },
};
