import type { WorkspaceRow } from '../store/schema.js';
import type { MediaRow } from '../store/tables/media-rows.js';

/** What a page says that a post links to. */
export interface LinkedPage {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Null: it declares none that could be imported, or it was deleted since. */
  readonly image: MediaRow | null;
  /** Why the page could not be read, such as “there is no page at this URL (404)”; null: it was read. */
  readonly problem: string | null;
}

/** Who links to pages. */
export interface LinkingCaller {
  readonly workspace: WorkspaceRow;
  readonly apiKeyId: string;
  readonly requestId: string;
}

/** Reads the pages that posts link to. Nothing that it does fails: a page that cannot be read has a `problem`. */
export interface LinkedPageReader {
  /** Whether pages are read at all. */
  readonly isOn: boolean;
  /**
   * The pages by URL, as read before or now. Pages that take longer than the limit are left out, and stored when they
   * arrive.
   *
   * @param limit in milliseconds
   */
  read(
    caller: LinkingCaller,
    urls: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, LinkedPage>>;
  /** Begins to read pages, without waiting for them. */
  begin(caller: LinkingCaller, urls: readonly string[]): void;
}
