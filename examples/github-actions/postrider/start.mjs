// Starts `postrider dev` of the project's dependencies, without npx or a shell: its process id is the backend's own.
// Sets POSTRIDER_API_KEY and POSTRIDER_BASE_URL for later steps. Its files are in the runner's temporary folder.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { RUNNER_TEMP = '', GITHUB_ENV = '', GITHUB_STATE = '', INPUT_OPTIONS = '' } = process.env;
const LAUNCHER = resolve(process.env.POSTRIDER_LAUNCHER ?? 'node_modules/postrider/bin/postrider.cjs');

if (!existsSync(LAUNCHER)) {
  console.error(
    `Postrider is not installed: there is no ${LAUNCHER}. Add it to devDependencies, and run npm ci first.`,
  );
  process.exit(1);
}
const folder = mkdtempSync(join(RUNNER_TEMP, 'postrider-'));
const [env, log] = [join(folder, 'env'), join(folder, 'log')];
const output = openSync(log, 'a');
const options = INPUT_OPTIONS.split(/\s+/).filter((word) => word !== '');
const args = [LAUNCHER, 'dev', '--port', '0', '--write-env', env, ...options];
const backend = spawn('node', args, { stdio: ['ignore', output, output], detached: true });
// Before anything can fail, so that the end of the job stops it in any case.
appendFileSync(GITHUB_STATE, `pid=${backend.pid}\nfolder=${folder}\n`);

let ended = false;
backend.on('exit', () => {
  ended = true;
});
backend.on('error', (error) => {
  console.error(error.message);
  ended = true;
});
const deadline = Date.now() + 60_000;
while (!existsSync(env) || readFileSync(env, 'utf8') === '') {
  if (ended || Date.now() > deadline) {
    console.error(`Postrider did not start:\n${readFileSync(log, 'utf8')}`);
    process.exit(1);
  }
  await new Promise((wake) => setTimeout(wake, 100));
}
appendFileSync(GITHUB_ENV, readFileSync(env, 'utf8'));
backend.unref();
