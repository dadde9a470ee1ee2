import type { ConnectionSettings } from '../../settings/settings.js';
import type { Host } from '../install/hosts.js';
import type { KnownEntry } from '../install/read-entries.js';
import type { KeyChecks } from './key-checks.js';

/** What an entry is checked against. */
export interface DoctorContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The settings of this command line; null if they could not be read. */
  readonly settings: ConnectionSettings | null;
  readonly keyChecks: KeyChecks;
}

/** An entry and its location. */
export interface HostEntry {
  readonly id: string;
  readonly host: Host;
  readonly entry: KnownEntry;
  readonly file: string;
}
