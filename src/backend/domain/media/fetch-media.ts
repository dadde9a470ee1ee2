/** A file that is being fetched. */
export interface FetchedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly contentType: string | null;
  /** Where it came from, after all redirects. */
  readonly finalUrl: string;
}

export interface FetchMediaOptions {
  /** For whom: a sandbox may reach origins that others may not. */
  readonly workspace: { readonly sandbox: number };
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/**
 * Fetches a file from the public web, within the guards: addresses of this machine and its network are
 * refused, at every redirect.
 *
 * @param signal ends it
 * @throws RequestRefused `media_fetch_failed`, in the words of what went wrong
 */
export type FetchMedia = (url: string, options: FetchMediaOptions) => Promise<FetchedFile>;
