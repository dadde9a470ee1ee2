import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Random } from '../base/random.js';
import type { SignedUrls } from '../files/signed-url.js';
import type { MediaStorage } from '../files/storage.js';
import type { Store } from '../store/store.js';
import type { ChangeNotifier } from '../work/change-notifier.js';

/** What handlers work with. */
export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whatever is left to chance but is no secret: what simulated networks call things. */
  readonly random: Random;
  /** Where the bytes of uploaded media are. */
  readonly media: MediaStorage;
  /** Addresses at which stored files can be fetched. */
  readonly mediaUrls: SignedUrls;
  /** Where people reach this backend, without a slash at the end. */
  readonly publicUrl: string;
  /**
   * Tells the publisher that something may be due sooner than it thinks.
   *
   * @param at the earliest instant, system time; now, unless told
   */
  wakePublisher(at?: number): void;
  /** Tells the sender of replies and messages the same. */
  wakeSender(): void;
  /** Who waits for a post to change. */
  readonly changes: ChangeNotifier;
}
