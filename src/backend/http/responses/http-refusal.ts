import { RequestRefused } from '../../operations/refusal.js';

/** A refusal that needs response headers of its own, such as `Allow` or `WWW-Authenticate`. */
export class HttpRefusal extends RequestRefused {
  override readonly name = 'HttpRefusal';
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RequestRefused['code'],
    detail: string,
    headers: Readonly<Record<string, string>>,
    details: RequestRefused['details'] = {},
  ) {
    super(code, detail, details);
    this.headers = headers;
  }
}
