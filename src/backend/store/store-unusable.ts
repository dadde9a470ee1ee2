/** Why the embedded database cannot be used. */
type Reason = 'too_new' | 'incomplete';

/** The embedded database cannot be used until someone acts. The message says why. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
