import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { ODD_ANSWERS, withNewValues } from '../support/http/odd-answers.js';
import { exampleFor, json, type Reply, scriptedServer } from '../support/http/scripted-server.js';
import { COMMAND_CASES, CommandScene } from './support/command-cases.js';
import { inPipe } from './support/terminal.js';

let scene: CommandScene;
beforeAll(async () => {
  scene = await CommandScene.open();
});
afterAll(() => scene.close());

/** The arguments of a command's first case, prepared once with a real backend. */
const prepared = new Map<string, readonly string[]>();
async function argumentsOf(name: string): Promise<readonly string[]> {
  const known = prepared.get(name);
  if (known) return known;
  const [given = []] = COMMAND_CASES[name] ?? [];
  const args = typeof given === 'function' ? await given(scene) : given;
  prepared.set(name, args);
  return args;
}

/** Runs a command against a server that replies otherwise than a backend of this version. */
async function runAgainst(name: string, reply: Reply): Promise<{ code: number; told: string }> {
  const server = await scriptedServer(reply);
  const env = { ...scene.env, POSTRIDER_BASE_URL: server.url };
  const { code, stdout, stderr } = await inPipe([...name.split(' '), ...(await argumentsOf(name))], env);
  return { code, told: `${stdout}\n${stderr}` };
}

/** Words of a program's fault. */
const FAULT = /Unexpected error|Cannot read prop|undefined|is not a function|is not iterable|\[object/;

/** They wait until the post is settled, as long as its status is not one that ends it. */
const WAITING = ['posts watch', 'posts retry'];

const standing = COMMANDS.filter(
  ({ operations = [], name }) => operations.length > 0 && name in COMMAND_CASES,
);

describe.each(standing.map(({ name }) => name))('%s', (name) => {
  it.each(ODD_ANSWERS)('fails in plain words if it gets $what', async ({ respond }) => {
    const { headers, body } = await partsOf(respond());
    const { code, told } = await runAgainst(name, (response) => response.writeHead(200, headers).end(body));
    expect(told).not.toMatch(FAULT);
    expect(code).not.toBe(0);
  });

  it.skipIf(WAITING.includes(name))('prints an answer with values that it does not know', async () => {
    const { told } = await runAgainst(name, (response, received) =>
      json(withNewValues(exampleFor(received)))(response, received),
    );
    expect(told).not.toMatch(FAULT);
  });
});

async function partsOf(response: Response): Promise<{ headers: Record<string, string>; body: string }> {
  return { headers: Object.fromEntries(response.headers), body: await response.text() };
}
