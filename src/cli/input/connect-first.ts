const SIMULATED = 'postrider sandbox connect bluesky northwind.example (its key needs --preset sandbox)';
const REAL = 'postrider accounts connect bluesky name.bsky.social';

/**
 * How to get an account, where none is connected.
 *
 * @param sandbox whether the workspace is a sandbox; null: not known
 */
export function connectFirst(sandbox: boolean | null): string {
  const page = 'connect one on the Channels page of the dashboard, or with';
  if (sandbox === null) return `${page}: ${REAL}; in a sandbox: ${SIMULATED}`;
  return `${page}: ${sandbox ? SIMULATED : REAL}`;
}
