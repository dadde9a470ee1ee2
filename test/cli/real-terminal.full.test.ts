import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widthOf } from '../../src/cli/output/width.js';
import { LAUNCHER, Machine } from './support/program.js';
import { HAS_PSEUDO_TERMINAL, inPseudoTerminal } from './support/pseudo-terminal.js';

const ESCAPE = '\u001b[';
const machine = new Machine();
let env: Record<string, string> = {};

beforeAll(async () => {
  const url = await machine.serve();
  await machine.login(url);
  env = machine.env;
});
afterAll(() => machine.remove());

describe.skipIf(!HAS_PSEUDO_TERMINAL)('in a terminal', () => {
  it.each([80, 120])('tables and help fit into %i columns, in colours', async (columns) => {
    const commands = [['--help'], ['accounts'], ['posts', 'create', '--help'], ['doctor']];
    const runs = await Promise.all(commands.map((args) => inPseudoTerminal(args, { env, columns })));
    for (const { stdout } of runs) {
      expect(stdout).toContain(ESCAPE);
      const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
      // Text to copy is not wrapped: examples, and paths without spaces.
      const broken = lines.filter(
        (line) => widthOf(line) > columns && !/^ {2}postrider|^ {2}node|\/\S{30}/.test(line),
      );
      expect(broken).toEqual([]);
    }
  });

  it('has no colours with NO_COLOR', async () => {
    const { stdout } = await inPseudoTerminal(['accounts'], { env: { ...env, NO_COLOR: '1' } });
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout).toContain('bluesky');
  });

  it('publishing shows what the text hides, before it asks', async () => {
    const text = 'Pay \u202eelpirt\u202c at https://p\u0430ypal.example';
    const args = ['posts', 'create', '--to', 'bluesky', '--text', text, '--now'];
    const asked = stripVTControlCharacters((await inPseudoTerminal(args, { env, answer: 'n' })).stdout);
    expect(asked).toContain('Pay ⟨U+202E⟩elpirt⟨U+202C⟩ at');
    expect(asked).toMatch(
      /Warning: The text contains 2 invisible characters[\s\S]*opens xn--pypal-4ve\.example/,
    );
    expect(asked).not.toMatch(/[\u202c\u202e]/);
  });

  it('publishing asks first, and no means no', async () => {
    const args = ['posts', 'create', '--to', 'bluesky', '--text', 'Hello', '--now'];
    const asked = await inPseudoTerminal(args, { env, answer: 'n' });
    expect(stripVTControlCharacters(asked.stdout)).toContain('Publish? [y/N]');
    expect(asked.code).toBe(8);
    const piped = await machine.run(args);
    expect([piped.code, piped.stdout]).toEqual([8, '']);
    expect(piped.stderr).toContain('--yes');
    expect(piped.stderr).not.toContain('[y/N]');
  });
});

describe('in a pipe', () => {
  it('there are colours only with FORCE_COLOR', async () => {
    const [plain, forced] = await Promise.all([
      machine.run(['tools']),
      machine.run(['tools'], { env: { FORCE_COLOR: '1' } }),
    ]);
    expect(plain.stdout).not.toContain(ESCAPE);
    expect(forced.stdout).toContain(ESCAPE);
  });

  it('a closed pipe ends the command silently', () => {
    const program = `'${process.execPath}' '${LAUNCHER}'`;
    // Not `2>&1` before the pipe, which would hide standard error.
    const line = `{ ${program} tools --json 2>&3 | head -c 1; } 3>&1`;
    const said = execFileSync('sh', ['-c', line], { env, encoding: 'utf8' });
    expect(said).toBe('{');
  });
});
