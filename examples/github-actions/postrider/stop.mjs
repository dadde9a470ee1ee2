// The end of the job: stops the backend that start.mjs started, and removes its files.
import { rmSync } from 'node:fs';

const { STATE_pid = '', STATE_folder = '' } = process.env;
const pid = Number(STATE_pid);

/** Whether the backend still runs; signals it. */
function signal(name) {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

if (pid > 0) {
  const deadline = Date.now() + 5_000;
  signal('SIGTERM');
  while (signal(0) && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 50));
  signal('SIGKILL');
}
if (STATE_folder !== '') rmSync(STATE_folder, { recursive: true, force: true });
