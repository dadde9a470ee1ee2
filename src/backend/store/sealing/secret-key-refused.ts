/** Why the secret key cannot be used. */
type Reason = 'missing' | 'invalid' | 'other' | 'rotating' | 'unsealed' | 'new_file_missing';

/** The secret key is missing, or does not belong to this database. The message says why; it never contains a key. */
export class SecretKeyRefused extends Error {
  override readonly name = 'SecretKeyRefused';
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
