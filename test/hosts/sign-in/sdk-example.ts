import { join } from 'node:path';
import { CONNECTED_ACCOUNTS, type Scene } from '../check.js';
import { type Started, start } from '../started.js';
import { addressesToOpen, demandRefresh, expireAccessTokens, signInCheck } from './sign-in.js';

const EXAMPLE = 'node_modules/@modelcontextprotocol/sdk/dist/esm/examples/client/simpleOAuthClient.js';
const PROMPT = 'mcp> ';
const LIST_ACCOUNTS = 'call postrider_list_accounts';

/** The example of the protocol's SDK: a program in which somebody types commands. It registers with a secret. */
export const sdkExample = signInCheck('sdk-example', async (scene, person, host) => {
  const example = start(process.execPath, [join(scene.tools, EXAMPLE), `${scene.url}/mcp`], {
    cwd: scene.home,
    isInteractive: true,
  });
  const say = conversation(example);
  try {
    await person.connect(await example.until(firstAddress(scene)), host);
    demandIn(await say('list'), 'postrider_create_post');
    demandIn(await say(LIST_ACCOUNTS), CONNECTED_ACCOUNTS);
    await expireAccessTokens(scene);
    demandIn(await say(LIST_ACCOUNTS), CONNECTED_ACCOUNTS);
    await demandRefresh(scene);
    await person.disconnect(host.clientName);
    demandIn(await say(LIST_ACCOUNTS), host.saysWhenEnded);
    return `when disconnected: “${host.saysWhenEnded}”`;
  } finally {
    example.end();
  }
});

const firstAddress = (scene: Scene) => (output: string) => addressesToOpen(output, scene)[0] ?? null;

/** @returns types a command as soon as the program asks for one, and gives its answer */
function conversation(program: Started): (command: string) => Promise<string> {
  let answers = 1;
  return async (command) => {
    const nth = answers;
    answers += 1;
    await program.until((output) => output.split(PROMPT)[nth] ?? null);
    program.type(command);
    return program.until((output) => {
      const parts = output.split(PROMPT);
      return parts[nth + 1] === undefined ? null : (parts[nth] ?? null);
    });
  };
}

function demandIn(answer: string, words: string): void {
  if (!answer.includes(words)) throw new Error(`it did not say ${words}:\n${answer.slice(-2_000)}`);
}
