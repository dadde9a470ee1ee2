/** The package's version: what the client says in `User-Agent` and the service in `GET /v1/me`. */
export const VERSION = '0.1.0';
