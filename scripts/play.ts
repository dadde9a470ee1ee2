/**
 * `npm start`: runs a backend with simulated networks, and an AI agent's session through the tool server, started as an
 * MCP host starts it. `npm start -- --once` exits after the session.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playAgentSession } from './play/agent-session.js';
import { DemoBackend } from './play/demo-backend.js';
import { Stage } from './play/stage.js';

const ROOT = join(import.meta.dirname, '..');

const HELP = `npm start [-- options]

Builds the program, starts a backend with simulated networks, and plays an AI agent's session with it.
The backend keeps running until Ctrl-C. This is a demo: its data, its key and the entry that it prints end with it.
For a backend that keeps its data: node bin/postrider.cjs serve

Options, after --:
  --once      Exit after the session
  -h, --help  Show this help
`;

const given = process.argv.slice(2);
const unknown = given.find((argument) => !['--once', '--help', '-h'].includes(argument));
if (unknown !== undefined || given.includes('--help') || given.includes('-h')) {
  if (unknown !== undefined) process.stderr.write(`Unknown option: ${unknown}\n\n`);
  process[unknown === undefined ? 'stdout' : 'stderr'].write(HELP);
  process.exit(unknown === undefined ? 0 : 2);
}

const once = given.includes('--once');
const stage = new Stage(process.stdout, process.env);
const interrupted = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
});

mkdirSync(join(ROOT, '.demo'), { recursive: true });
const dataFolder = mkdtempSync(join(ROOT, '.demo', 'run-'));
const backend = new DemoBackend(join(ROOT, 'bin', 'postrider.cjs'), dataFolder);
try {
  process.exitCode = await play();
} catch (error) {
  stage.problem(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await backend.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}

async function play(): Promise<number> {
  stage.title('Postrider: one post, from an AI agent to three networks');
  stage.say('A backend starts on this machine. Its networks are simulated: nothing leaves it.');
  const { url, dashboard, portNote } = await backend.start();
  stage.fact('Backend', portNote === null ? url : `${url} (${portNote})`);
  stage.fact('Data', `${dataFolder} (created for this run and removed at the end)`);

  const { entry, prefix } = await backend.makeKey('npm start');
  stage.fact('API key', `${prefix}… (created for this demo)`);
  const outcome = await Promise.race([playAgentSession(entry, stage), interrupted]);
  if (outcome === undefined) return 130;

  stage.title('Open what was published');
  for (const { platform, url: address } of outcome.pages) stage.fact(platform, address);
  for (const problem of outcome.problems) stage.problem(problem);
  const failed = outcome.problems.length > 0 ? 1 : 0;
  if (once) return failed;

  stage.title('Open the dashboard');
  stage.say(
    'It shows what was done in your name, what is waiting for you, and the inbox. This link signs in one browser, once:',
  );
  stage.block(dashboard);

  stage.title('Give it to your own agent');
  stage.say(
    'To keep your posts, press Ctrl-C and start your own backend: node bin/postrider.cjs serve. It signs in the command line, and node bin/postrider.cjs install cursor adds it to Cursor.',
  );
  stage.say('To try the demo in a host first, paste this entry. It stops working when the demo ends:');
  stage.block(JSON.stringify(entry, null, 2));
  stage.say(
    'To publish for real on Bluesky or Mastodon, start a live backend: node bin/postrider.cjs serve --live --data ./postrider-live (see docs/real-accounts.md)',
  );
  stage.say('The demo keeps running. Press Ctrl-C to stop it and remove its data.');
  await Promise.race([interrupted, backend.ended]);
  return failed;
}
