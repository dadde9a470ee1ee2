/** Errors of RFC 6749, RFC 7591, RFC 8707 and OpenID Connect Core, with their HTTP status. */
const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  invalid_target: 400,
  invalid_client_metadata: 400,
  invalid_redirect_uri: 400,
  access_denied: 403,
  consent_required: 400,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** A refused OAuth request. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;

  /**
   * @param description what is wrong and how to fix it, in ASCII without `"` and `\` (RFC 6749, 5.2)
   * @param status default: that of the code
   */
  constructor(code: OAuthErrorCode, description: string, status: number = OAUTH_ERRORS[code]) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
