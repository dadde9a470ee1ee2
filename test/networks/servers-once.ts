import type { TestProject } from 'vitest/node';
import { setup as buildOnce } from '../support/build-once.js';
import { type EnsuredServers, ensureServers } from './servers/ensure-servers.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The real servers of this machine. */
    servers: EnsuredServers;
  }
}

/** Builds the program, and installs the real servers, before the tests of a run. What this machine cannot have is skipped, and said. */
export async function setup({ provide }: TestProject): Promise<void> {
  buildOnce();
  const { pds, snac } = await ensureServers();
  console.error(`… Bluesky PDS: ${pds.installed?.version ?? `skipped. ${pds.missing}`}`);
  console.error(`… snac2: ${snac.installed?.version ?? `skipped. ${snac.missing}`}`);
  provide('servers', { pds, snac });
}
