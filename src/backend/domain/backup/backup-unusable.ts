type Reason =
  /** The file is not a backup, or of something else. */
  | 'not_a_backup'
  /** The backup was not written to its end. */
  | 'incomplete'
  | 'damaged'
  /** The backup was made by a newer version of Postrider. */
  | 'too_new'
  /** The target contains data. */
  | 'not_empty'
  /** A process uses the target. */
  | 'in_use'
  /** Some secrets are sealed with one key, some with another. */
  | 'rotating';

/** A backup that cannot be made or restored. The message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}
