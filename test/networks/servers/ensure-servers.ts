import { type InstalledPds, installPds } from './install-pds.js';
import { type InstalledSnac, installSnac } from './install-snac.js';
import { Unavailable } from './unavailable.js';

/** A server as it is installed here, or why this machine cannot have it. */
type Ensured<Installed> =
  | { readonly installed: Installed; readonly missing: null }
  | { readonly installed: null; readonly missing: string };

export interface EnsuredServers {
  readonly pds: Ensured<InstalledPds>;
  readonly snac: Ensured<InstalledSnac>;
}

/**
 * Installs the servers that are not in the cache yet.
 * @throws Error a server that this machine can have could not be installed
 */
export async function ensureServers(): Promise<EnsuredServers> {
  return { pds: await ensured(installPds), snac: await ensured(installSnac) };
}

async function ensured<Installed>(install: () => Promise<Installed>): Promise<Ensured<Installed>> {
  try {
    return { installed: await install(), missing: null };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { installed: null, missing: error.message };
  }
}
