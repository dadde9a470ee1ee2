import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import { announcedBy } from '../../../../networks/access/guide.js';
import { NetworkRefusal } from '../../../networks/adapter.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import type { Write } from '../../../store/store.js';
import type { NoticeClaim } from './notices.js';

/** After so many looks in a row that failed, the account says so: one or two that fail are nothing to act on. */
const MIN_FAILED_LOOKS = 3;

/**
 * Keeps since when looks at what is new fail, and has the account say so once several have. The next look that succeeds
 * replaces both.
 *
 * @param now workspace time
 */
export async function noteFailedLook(
  trx: Write,
  { notice, subject, account }: NoticeClaim,
  error: unknown,
  now: number,
): Promise<void> {
  if (subject.kind !== 'news') return;
  const failingSince = subject.failingSince ?? now;
  if (subject.failingSince === undefined) {
    await trx
      .updateTable('inbox_notices')
      .set({ subject_json: JSON.stringify({ ...subject, failingSince }) })
      .where('id', '=', notice.id)
      .where('attempt', '=', notice.attempt)
      .execute();
  }
  // The health of the account says what somebody has to do.
  const isInHealth = error instanceof NetworkRefusal && error.code === 'account_reconnect_required';
  if (notice.attempt < MIN_FAILED_LOOKS || isInHealth) return;
  const what = announcedBy(account.platform);
  const since = `${new Date(failingSince).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const sentence = `Postrider has not been able to read ${what} since ${since}: ${reasonOf(error, PLATFORM_NAMES[account.platform])}. It keeps trying.`;
  const withheld = JSON.stringify([...subject.withheld, sentence]);
  if (withheld === account.inbox_withheld) return;
  await trx.updateTable('accounts').set({ inbox_withheld: withheld }).where('id', '=', account.id).execute();
}

/** In our own words: models read the sentence too. */
function reasonOf(error: unknown, name: string): string {
  if (error instanceof NetworkRefusal) {
    const { status } = error.answer;
    return status === null ? `${name} refuses` : `${name} answers HTTP ${status}`;
  }
  if (error instanceof ConnectionFailed) return `${name} cannot be reached, or does not answer`;
  return 'its answer could not be read, and the log of the backend says why';
}

const MAX_REMEMBERED = 1000;

/** What the log said last of each notice that could not be read. */
export class ToldFailures {
  readonly #told = new Map<string, string>();

  /**
   * How to log a failure: in full, in short, or not at all. The same failure is told in short after 2, 4, 8 … attempts.
   */
  next({ notice }: NoticeClaim, message: string): 'full' | 'short' | null {
    if (this.#told.get(notice.id) === message) return isPowerOfTwo(notice.attempt) ? 'short' : null;
    if (this.#told.size >= MAX_REMEMBERED) this.#told.clear();
    this.#told.set(notice.id, message);
    return 'full';
  }

  forget({ notice }: NoticeClaim): void {
    this.#told.delete(notice.id);
  }
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));
