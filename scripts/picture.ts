/**
 * The picture of a session in the README: plays the session of `npm start` with a real backend and a real tool server,
 * and draws what a terminal showed of it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './shipping/package-facts.js';
import { terminalPicture } from './shipping/terminal-picture.js';

const FILE = join(ROOT, 'docs/images/session.svg');

/** The steps of the session that the picture shows, by how their headings begin. */
const [FIRST, AFTER] = ['3.', '5.'];

const played = await output(['--import', 'tsx', 'scripts/play.ts', '--once']);
const lines = played.split('\n');
const begins = (number: string) => lines.findIndex((line) => plain(line).startsWith(`${number} `));
const shown = lines.slice(begins(FIRST), begins(AFTER)).join('\n').trimEnd().split('\n');
if (shown.length < 10) throw new Error('The session did not come to its end.');
mkdirSync(dirname(FILE), { recursive: true });
writeFileSync(FILE, terminalPicture(shown, 'An agent publishes to three networks after a person has agreed'));
console.log(`${FILE}: ${shown.length} lines`);

/** What a program of this repository prints, with its colours. */
async function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece;
  return text;
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character
  return text.replaceAll(/\x1b\[[\d;]*m/g, '');
}
