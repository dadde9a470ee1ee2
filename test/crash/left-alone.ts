import { CrashHarness } from './crash-harness.js';

/** Starts a publisher, prints its process id and data folder, and waits to be killed. */
const harness = await CrashHarness.open();
const { pid } = await harness.start();
process.stdout.write(`${JSON.stringify({ pid, folder: harness.shared.folder })}\n`);
setInterval(() => undefined, 60_000);
