import { typed } from '../typed-name.js';

const simulated = () =>
  `${typed('sandbox connect bluesky northwind.example')} (its key needs --preset sandbox)`;
const real = () => typed('accounts connect bluesky name.bsky.social');

/**
 * How to get an account, where none is connected.
 *
 * @param sandbox whether the workspace is a sandbox; null: not known
 */
export function connectFirst(sandbox: boolean | null): string {
  const page = 'connect one on the Channels page of the dashboard, or with';
  if (sandbox === null) return `${page}: ${real()}; in a sandbox: ${simulated()}`;
  return `${page}: ${sandbox ? simulated() : real()}`;
}
