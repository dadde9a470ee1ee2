import type { ConnectionSettings } from '../../settings/settings.js';
import type { Host } from '../install/hosts.js';
import type { KnownEntry } from '../install/read-entries.js';
import type { KeyChecks } from './key-checks.js';

/** What an entry is compared with. */
export interface DoctorContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How commands here reach the backend; null where that could not be read. */
  readonly settings: ConnectionSettings | null;
  readonly keyChecks: KeyChecks;
}

/** An entry and where it stands, for what its findings say. */
export interface HostEntry {
  readonly id: string;
  readonly host: Host;
  readonly entry: KnownEntry;
  readonly file: string;
}
