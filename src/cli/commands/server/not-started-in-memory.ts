import { CliFailure, usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** Why a backend in memory did not start. @param command the one that starts it */
export function notStartedInMemory(error: unknown, command: 'dev' | 'rehearse'): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof RangeError) return usageFailure(error.message);
  if (error.name !== 'BackendNotStarted') return error;
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: [`Use any free port: ${typed(`${command} --port 0`)}`],
    cause: error,
  });
}
