import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { COMMAND_CASES, CommandScene } from './support/command-cases.js';
import { type Ended, endOf, LAUNCHER } from './support/program.js';
import { HAS_PSEUDO_TERMINAL, inPseudoTerminal } from './support/pseudo-terminal.js';

let scene: CommandScene;
let env: Record<string, string>;
beforeAll(async () => {
  scene = await CommandScene.open();
  env = { ...scene.env, PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' };
});
afterAll(() => scene.close());

/** Runs the built program in a pipe. */
function inRealPipe(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env });
  child.stdin.end();
  return endOf(child);
}

/** The arguments of a command's first case, created for each run because many work only once. */
async function argumentsOf(name: string): Promise<readonly string[]> {
  const [given = []] = COMMAND_CASES[name] ?? [];
  return [...name.split(' '), ...(typeof given === 'function' ? await given(scene) : given)];
}

/** Exit codes with a result on standard output: a failed post exits with 1. */
const TOLD = [0, 1];

describe.each(COMMANDS.map(({ name }) => name).filter((name) => name in COMMAND_CASES))('%s', (name) => {
  it('prints only JSON into a pipe', async () => {
    const { code, stdout, stderr } = await inRealPipe([...(await argumentsOf(name)), '--json']);
    expect({ code, stderr }).toEqual({ code: expect.toBeOneOf(TOLD), stderr: '' });
    for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it.skipIf(!HAS_PSEUDO_TERMINAL)('prints text in a terminal', async () => {
    const { code, stdout } = await inPseudoTerminal(await argumentsOf(name), { env, columns: 100 });
    expect(TOLD).toContain(code);
    const words = stripVTControlCharacters(stdout);
    expect(words.trim()).not.toBe('');
    expect(words).not.toMatch(/undefined|\[object|Unexpected error|^\{"/m);
  });
});
