import type { ConnectionSettings } from '../../settings/settings.js';
import type { Host } from '../install/hosts.js';
import type { KnownEntry } from '../install/read-entries.js';
import type { KeyTrials } from './key-trials.js';

/** What an entry is compared with. */
export interface Around {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How commands here reach the backend; null where that could not be read. */
  readonly settings: ConnectionSettings | null;
  readonly trials: KeyTrials;
}

/** An entry and where it stands, for what its findings say. */
export interface Subject {
  readonly id: string;
  readonly host: Host;
  readonly entry: KnownEntry;
  readonly file: string;
}
