import { redact } from '../../client/redact.js';

/** Says on stderr, where hosts keep it, what went wrong in this program. */
export function logError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`postrider mcp: ${redact(text)}\n`);
}
