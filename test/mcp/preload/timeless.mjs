// Stops time for a program: its timers stay set and keep it alive, but none of them fires.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';

/** The maximum delay of a timer, in milliseconds. */
const NEVER = 2 ** 31 - 1;

const set = timers.setTimeout;
const stopped = (call, _ms, ...args) => set(call, NEVER, ...args);
const pause = promises.setTimeout;
promises.setTimeout = (_ms, ...args) => pause(NEVER, ...args);
stopped[promisify.custom] = promises.setTimeout;
timers.setTimeout = stopped;
globalThis.setTimeout = stopped;
syncBuiltinESMExports();
