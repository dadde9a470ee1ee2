import { redact } from '../../client/redact.js';

/** Logs an unexpected error to stderr, which hosts keep. */
export function logError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`postrider mcp: ${redact(text)}\n`);
}
