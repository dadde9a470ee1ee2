import type { Platform } from '../../contract/platforms.js';
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Random } from '../base/random.js';
import type { SignedUrls } from '../files/signed-url.js';
import type { MediaStorage } from '../files/storage.js';
import type { EnvironmentApps } from '../networks/connecting/platform-app.js';
import type { AccountRow } from '../store/schema.js';
import type { Store, Write } from '../store/store.js';
import type { ChangeNotifier } from '../work/change-notifier.js';
import type { LinkedPageReader } from './linked-page.js';

/** What every handler can use. */
export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** For choices that need no secrecy, such as the ids that simulated networks assign. */
  readonly random: Random;
  /** The bytes of uploaded media. */
  readonly media: MediaStorage;
  /** Signed URLs of stored files. */
  readonly mediaUrls: SignedUrls;
  /** The URL at which people reach this backend, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether networks can fetch files from it, as far as the address itself tells. */
  readonly isPublic: boolean;
  /** The real networks that are simulated on this machine, so that a person can rehearse; null: networks are real. */
  readonly rehearsal: readonly Platform[] | null;
  /** The apps at networks that the environment names. They take precedence over stored ones. */
  readonly environmentApps: EnvironmentApps;
  /**
   * Wakes the publisher: something may be due sooner than its next scheduled look.
   *
   * @param at the earliest due time, system time; default: now
   */
  wakePublisher(at?: number): void;
  /** Wakes the sender of replies and messages. */
  wakeSender(): void;
  /** Wakes the worker that reads what networks have announced. */
  wakeIntake(): void;
  /**
   * Deletes what the network has counted of an account's posts, in the transaction that removes its access.
   *
   * @param now workspace time
   */
  forgetNumbers(trx: Write, account: Pick<AccountRow, 'id' | 'workspace_id'>, now: number): Promise<void>;
  /** What the pages say that posts link to. */
  readonly linkedPages: LinkedPageReader;
  /** Lets requests wait for a post to change. */
  readonly changes: ChangeNotifier;
}
