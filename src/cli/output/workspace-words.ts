import type { Me } from '../../contract/service/me.js';

/** A workspace’s name, and whether what it publishes is real. */
export function workspaceWords({ name, sandbox }: Pick<Me['workspace'], 'name' | 'sandbox'>): string {
  return `${name} (${sandbox ? 'sandbox: networks are simulated' : 'live: posts appear on the real networks'})`;
}
