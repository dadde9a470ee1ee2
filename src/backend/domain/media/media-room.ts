import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { NamedTurns } from '../../base/keyed-mutex.js';
import type { SignedUrls } from '../../files/signed-url.js';
import type { MediaStorage } from '../../files/storage.js';
import type { Store } from '../../store/store.js';
import type { FetchMedia } from './fetch-media.js';
import type { MediaLimits } from './limits.js';
import type { FileName } from './stray-files.js';

/** What those work with who take in, show and remove media. */
export interface MediaRoom {
  readonly store: Store;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Where people reach this backend, without a slash at the end. */
  readonly publicUrl: string;
  readonly urls: SignedUrls;
  readonly limits: MediaLimits;
  readonly fetchMedia: FetchMedia;
  /** Who works on one file takes turns. */
  readonly turns: NamedTurns;
  /** Whether the bytes of a file are needed although no medium names them. */
  readonly isHeld?: (file: FileName) => boolean;
}
