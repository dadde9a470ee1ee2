type NotStartedReason =
  | 'data_in_use'
  | 'port_in_use'
  | 'address_unusable'
  | 'remote_refused'
  | 'password_missing'
  | 'password_refused'
  | 'media_elsewhere'
  | 'public_url_invalid';

/** The backend could not start. The message says why and how to fix it. */
export class BackendNotStarted extends Error {
  override readonly name = 'BackendNotStarted';
  readonly reason: NotStartedReason;

  constructor(reason: NotStartedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
