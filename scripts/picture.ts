/**
 * `npm run picture`: draws the README's picture of a session, with a real backend, the tool server started as a host
 * starts it, and a person who confirms.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sink } from '../src/cli/output/output.js';
import { Agent, type ToolAnswer } from './play/agent.js';
import { DemoBackend } from './play/demo-backend.js';
import { Stage } from './play/stage.js';
import { ROOT } from './shipping/package-facts.js';
import { terminalPicture } from './shipping/terminal-picture.js';

const FILE = join(ROOT, 'docs/images/session.svg');
const TITLE = 'An agent publishes to two networks after a person has confirmed';

let shown = '';
const sink: Sink = {
  columns: 96,
  write: (text) => {
    shown += text;
    return true;
  },
};
const stage = new Stage(sink, { FORCE_COLOR: '1' });
const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-picture-'));
const backend = new DemoBackend(join(ROOT, 'bin', 'postrider.cjs'), dataFolder);
try {
  await backend.start();
  const { entry } = await backend.makeKey('my agent');
  const agent = await Agent.start(entry, stage);
  const id = await published(agent);
  await agent.close();
  const lines = shown.trim().split('\n');
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, terminalPicture(lines, TITLE));
  console.log(`${FILE}: ${lines.length} lines, ${id}`);
} finally {
  await backend.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}

/** Publishes a post. @returns its id */
async function published(agent: Agent): Promise<string> {
  const fine = ({ isError }: ToolAnswer): boolean => !isError;
  stage.step('“Tell everybody that we are open on Sunday.”');
  const created = await agent.call(
    'postrider_create_post',
    {
      platforms: ['bluesky', 'mastodon'],
      text: 'We are open on Sunday! Filter coffee, cardamom buns, and a long table in the sun.',
      scheduleMode: 'now',
    },
    fine,
  );
  const id = String(created.structured['id']);
  stage.step('“Is it out?”');
  const read = await agent.call('postrider_get_post', { id, waitSeconds: 30 }, fine);
  if (read.structured['status'] !== 'published')
    throw new Error(`The post is ${String(read.structured['status'])}.`);
  return id;
}
