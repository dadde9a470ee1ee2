import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { binary, CONNECTED_ACCOUNTS } from '../check.js';
import { addressesToOpen, demandRefresh, expireAccessTokens, signInCheck } from './sign-in.js';

const TIMEOUT_MS = 120_000;

/** A bridge that asks its person to sign in while its host waits for an answer. */
export const mcpRemote = signInCheck('mcp-remote', async (scene, person, host) => {
  const bridge = new StdioClientTransport({
    command: binary(scene, 'mcp-remote'),
    args: [`${scene.url}/mcp`, '--allow-http'],
    // The browser that it opens does nothing.
    env: { PATH: process.env['PATH'] ?? '', HOME: scene.home, BROWSER: 'true' },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const printed = printedBy(bridge);
  const signIn = async (times: number) =>
    person.connect(await printed.until((output) => addressesToOpen(output, scene)[times - 1]), host);
  try {
    await Promise.all([signIn(1), client.connect(bridge, { timeout: TIMEOUT_MS })]);
    const { tools } = await client.listTools();
    await demandAccounts(client);
    await expireAccessTokens(scene);
    await demandAccounts(client);
    await demandRefresh(scene);
    await person.disconnect(host.clientName);
    const before = printed.output.length;
    await Promise.all([signIn(2), demandAccounts(client)]);
    const said = printed.output.slice(before);
    if (!said.includes(host.saysWhenEnded)) throw new Error(`when disconnected it says ${said}`);
    return `${tools.length} tools, when disconnected: “${host.saysWhenEnded}”`;
  } finally {
    await client.close();
  }
});

/** What the bridge prints for its person, and what waits until something is found there. */
function printedBy(bridge: StdioClientTransport) {
  const printed = { output: '' };
  let notify = (): void => undefined;
  bridge.stderr?.on('data', (chunk: Buffer) => {
    printed.output += chunk.toString();
    notify();
  });
  const until = (find: (output: string) => string | undefined): Promise<string> =>
    new Promise((done) => {
      notify = () => {
        const found = find(printed.output);
        if (found !== undefined) done(found);
      };
      notify();
    });
  return Object.assign(printed, { until });
}

async function demandAccounts(client: Client): Promise<void> {
  const call = { name: 'postrider_list_accounts', arguments: {} };
  const { isError, content } = await client.callTool(call, undefined, { timeout: TIMEOUT_MS });
  const text = JSON.stringify(content);
  if (isError === true || !text.includes(CONNECTED_ACCOUNTS)) throw new Error(text);
}
