import type { TestSnapshot } from '../../contract/sandbox/snapshots.js';
import type { MediaService } from '../domain/media/media-service.js';
import type { Services } from '../operations/services.js';

/** A backend that runs in this process. */
export interface RunningBackend {
  /** The URL at which people reach it. */
  readonly url: string;
  readonly port: number;
  /** Where monitoring reads the figures of this process; null: nowhere. */
  readonly metricsUrl: string | null;
  readonly services: Services;
  readonly media: MediaService;
  /** Deletes expired data now; it also does so on a schedule. */
  forget(): Promise<void>;
  /** Checks the real accounts whose turn has come; it also does so on a schedule. */
  checkAccounts(): Promise<void>;
  /** Does what is due now; it also does so by itself. */
  runDue(): Promise<void>;
  /** Snapshots of its sandboxes. */
  readonly snapshots: {
    take(workspaceId: string): Promise<TestSnapshot>;
    restore(workspaceId: string, snapshotId: string): Promise<TestSnapshot>;
  };
  /** Every route, as the router writes it. */
  routes(): Promise<readonly { readonly method: string; readonly path: string }[]>;
  /** Lets requests and deliveries in progress finish; ends within about a second. */
  close(): Promise<void>;
}
