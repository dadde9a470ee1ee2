/** How long requests may take, in ms. Callers wait longer than the service: their own limits derive from these. */

/** `POST /v1/sources/ingest`: until the answer, including the wait for a turn. */
export const MAX_INGEST_MS = 40_000;

/** `POST /v1/media` with `url`: until the file has been downloaded, including the wait for a turn. */
export const MAX_DOWNLOAD_MS = 180_000;

/** `POST /v1/media` with `url`: until the answer. A large file is inspected and stored after the download. */
export const MAX_URL_UPLOAD_MS = MAX_DOWNLOAD_MS + 60_000;

/** `POST /v1/test/clock`: how long callers wait while everything on the way runs. The service sets no limit. */
export const LONG_MOVE_MS = 180_000;

/** How much longer than the service a caller waits, for the way to the service and back. */
export const CALLER_MARGIN_MS = 5_000;

/** The body of a request, except files, must have arrived after this time. */
export const MAX_BODY_MS = 30_000;
