import { MAX_LINK_LENGTH, type PostDraft } from '../../../contract/posts/content.js';
import type { Queries } from '../../store/store.js';
import type { SourceRow } from '../../store/tables/source-rows.js';
import { findSource, sourceNotFound } from './repository.js';

/** The URL that a post links to: the page’s canonical URL, if it is on the fetched site. */
export function linkOf({ kind, url, canonical_url }: SourceRow): string | null {
  // A post is about an entry of a feed, not about the feed.
  if (kind === 'feed') return null;
  if (url === null || canonical_url === null) return url;
  const host = (text: string): string => new URL(text).hostname.replace(/^www\./, '');
  return host(url) === host(canonical_url) ? canonical_url : url;
}

type Sourced = Pick<PostDraft, 'sourceId' | 'link'>;

/** A post with the address of its source as its link, unless the request has a link of its own. */
export function withSourceLink<Body extends Sourced>(body: Body, source: SourceRow | null): Body {
  if (source === null || body.link !== undefined) return body;
  const link = linkOf(source);
  return link === null || link.length > MAX_LINK_LENGTH ? body : { ...body, link };
}

/** The source that a post names; null if it names none, or one that does not exist. */
export async function findSourceOf(
  db: Queries,
  workspaceId: string,
  id: string | null | undefined,
): Promise<SourceRow | null> {
  return id ? findSource(db, workspaceId, id) : null;
}

/**
 * The same for a request that changes something.
 *
 * @throws RequestRefused `source_not_found`
 */
export async function checkSource(...naming: Parameters<typeof findSourceOf>): Promise<SourceRow | null> {
  const [, , id] = naming;
  const source = await findSourceOf(...naming);
  if (id && source === null) throw sourceNotFound(id);
  return source;
}
