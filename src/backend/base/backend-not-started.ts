type NotStartedReason =
  | 'data_in_use'
  | 'port_in_use'
  | 'metrics_port_in_use'
  | 'address_unusable'
  | 'remote_refused'
  | 'data_is_sandbox'
  | 'password_missing'
  | 'password_refused'
  | 'media_elsewhere'
  | 'public_url_invalid'
  | 'trusted_proxies_invalid';

/** The backend could not start. The message says why and how to fix it. */
export class BackendNotStarted extends Error {
  override readonly name = 'BackendNotStarted';
  readonly reason: NotStartedReason;

  constructor(reason: NotStartedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
