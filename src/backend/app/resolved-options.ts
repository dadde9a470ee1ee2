import type { Figures } from '../base/figures.js';
import type { OpenedMedia } from '../domain/media/media-service.js';
import type { Snapshots } from '../domain/sandbox/snapshots.js';
import type { ClientAddresses } from '../http/requests/client-address.js';
import type { Store } from '../store/store.js';
import type { BackendOptions } from './backend-options.js';
import type { Tracing } from './monitoring/tracing/start-tracing.js';

/** The options of a backend, with the defaults that a start decides. */
export type ResolvedOptions = BackendOptions &
  Required<Pick<BackendOptions, 'host' | 'clock' | 'ids' | 'log'>> & { readonly clients: ClientAddresses };

/** What is open before the backend runs. */
export interface Opened {
  readonly store: Store;
  readonly media: OpenedMedia;
  readonly snapshots: Snapshots;
  readonly figures: Figures;
  readonly tracing: Tracing | undefined;
}
