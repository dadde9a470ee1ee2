import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { binary, type Check, type Scene } from '../check.js';
import { Person } from './person.js';
import { addressesToOpen, demandRefresh, expireAccessTokens, introduction } from './sign-in.js';

/** What the bridge calls itself. */
const NAME = 'MCP CLI Proxy';

const TIMEOUT_MS = 120_000;

/** A bridge that asks its person to sign in while its host waits for an answer. */
export const mcpRemote: Check = {
  name: 'sign-in-mcp-remote',
  packages: ['mcp-remote@0.15'],
  async run(scene) {
    const person = await Person.signedIn(scene);
    const bridge = new StdioClientTransport({
      command: binary(scene, 'mcp-remote'),
      args: [`${scene.url}/mcp`, '--allow-http'],
      // The browser that it opens does nothing.
      env: { PATH: process.env['PATH'] ?? '', HOME: scene.home, BROWSER: 'true' },
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test-host', version: '1.0.0' });
    const askedTimes = countingAddresses(bridge, scene);
    const signIn = async (times: number) => person.connect(await askedTimes(times));
    try {
      await Promise.all([signIn(1), client.connect(bridge, { timeout: TIMEOUT_MS })]);
      const { tools } = await client.listTools();
      await demandAccounts(client);
      await expireAccessTokens(scene);
      await demandAccounts(client);
      await demandRefresh(scene);
      await person.disconnect(NAME);
      await Promise.all([signIn(2), demandAccounts(client)]);
      return `${tools.length} tools, ${await introduction(scene)}; when disconnected, it asks again`;
    } finally {
      await client.close();
      await person.close();
    }
  },
};

/** @returns waits until the bridge has printed that many addresses, and gives the last */
function countingAddresses(bridge: StdioClientTransport, scene: Scene) {
  let output = '';
  let notify = (): void => undefined;
  bridge.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    notify();
  });
  return (times: number): Promise<string> =>
    new Promise((done) => {
      notify = () => {
        const address = addressesToOpen(output, scene)[times - 1];
        if (address !== undefined) done(address);
      };
      notify();
    });
}

async function demandAccounts(client: Client): Promise<void> {
  const call = { name: 'postrider_list_accounts', arguments: {} };
  const { isError, content } = await client.callTool(call, undefined, { timeout: TIMEOUT_MS });
  const text = JSON.stringify(content);
  if (isError === true || !text.includes('accounts are connected')) throw new Error(text);
}
