import * as z from 'zod';
import type { Issue } from '../../../contract/errors.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Source, SourcePage } from '../../../contract/sources/sources.js';
import { type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';
import { type Extraction, Unreadable } from '../../ingest/extraction.js';
import { type Extractor, ExtractorBusy } from '../../ingest/extractor.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { RequestRefused } from '../../operations/refusal.js';
import { requireScope } from '../../operations/scopes.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { SaveFetched } from '../media/save-fetched.js';
import { fetchPage, unusable } from './fetch-page.js';
import { deleteSourceRow, findSource, insertSource, listSources, sourceNotFound } from './repository.js';
import { chosenImage, takeImage } from './take-image.js';
import { factsOf, viewSource, viewSummary } from './view.js';

type IngestCall = Call<'sources.ingest'>;

export interface SourceTools {
  readonly policy: FetchPolicy;
  readonly extractor: Extractor;
  readonly save: SaveFetched;
}

const Position = z.tuple([z.string()]);

export function sourceHandlers(tools: SourceTools) {
  return {
    'sources.ingest': (call) => ingest(call, tools),
    'sources.list': listSourcePage,
    'sources.get': async ({ params, caller, services }) => {
      const row = await findSource(services.store.db, caller.workspace.id, params.id);
      if (row === null) throw sourceNotFound(params.id);
      return viewSource(row);
    },
    'sources.delete': async (call) =>
      call.commit(async (trx) => {
        const { id } = call.params;
        if (!(await deleteSourceRow(trx, call.caller.workspace.id, id))) throw sourceNotFound(id);
        await note(trx, call, id, 'deleted');
        return { id, deleted: true as const };
      }),
  } satisfies Partial<Handlers>;
}

async function ingest(call: IngestCall, tools: SourceTools): Promise<Source> {
  const { body, caller, services, now } = call;
  const wantsImage = body.takeImage !== undefined && body.takeImage !== false;
  if (wantsImage) requireScope('media:write', caller);
  const { extraction, url } = await read(call, tools);
  const write = async (trx: Write, media: Source['media']): Promise<Source> => {
    const row = {
      id: services.ids.next('source', now),
      workspace_id: caller.workspace.id,
      kind: url === null ? ('text' as const) : ('article' as const),
      url,
      canonical_url: extraction.canonicalUrl,
      title: extraction.title,
      text: extraction.text,
      facts_json: JSON.stringify(
        factsOf(extraction, [...extraction.warnings, ...robotsWarnings(extraction)]),
      ),
      media_json: JSON.stringify(media),
      created_by_key: caller.key.id,
      created_at: now,
    };
    await insertSource(trx, row);
    await note(trx, call, row.id, 'ingested');
    return viewSource(row);
  };
  if (!wantsImage) return call.commit((trx) => write(trx, []));
  const image = chosenImage(extraction.images, body.takeImage === true ? 0 : Number(body.takeImage));
  return takeImage(call, { image, fetch: fetchFor(tools.policy, caller.workspace), save: tools.save }, write);
}

/** Fetches the URL, or reads the text, of the request. */
async function read(
  { body, caller, signal }: IngestCall,
  { policy, extractor }: SourceTools,
): Promise<{ extraction: Extraction; url: string | null }> {
  try {
    if (body.url === undefined) {
      const job = { kind: 'text', text: body.text ?? '', title: body.title ?? null } as const;
      return { extraction: await extractor.extract(job), url: null };
    }
    const page = await fetchPage(fetchFor(policy, caller.workspace), body.url, signal);
    const extraction = await extractor.extract({ kind: 'page', ...page });
    return {
      extraction: body.title === undefined ? extraction : { ...extraction, title: body.title },
      url: page.url,
    };
  } catch (error) {
    if (error instanceof Unreadable) {
      throw unusable('url_unreadable', error.code, error.message, body.url === undefined ? '/text' : '/url');
    }
    if (error instanceof ExtractorBusy) {
      throw new RequestRefused('unavailable', `${error.message} Try again in a moment.`, {
        retryAfterSeconds: 5,
      });
    }
    throw error;
  }
}

/** Warns if the page asks not to be used by AI. */
function robotsWarnings({ robots }: Extraction): Issue[] {
  if (!robots.some((one) => one.includes('noai') || one.includes('noimageai'))) return [];
  return [
    {
      code: 'robots_noai',
      severity: 'warning',
      message: 'The page asks not to be used by AI (robots: noai).',
      fix: 'Ask its owner, or write without using its text.',
    },
  ];
}

async function listSourcePage(call: Call<'sources.list'>): Promise<SourcePage> {
  const { query, caller, services } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['sources.list', caller.workspace.id, query.text, query.url];
  const { rows, scannedUpTo } = await listSources(services.store.db, {
    workspaceId: caller.workspace.id,
    text: query.text,
    url: query.url,
    before: readCursor(list, query.cursor, Position)?.[0],
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1)?.id : scannedUpTo;
  return { data: page.map(viewSummary), nextCursor: next ? writeCursor(list, [next]) : null };
}

async function note(
  trx: Write,
  { caller, requestId, now }: Pick<IngestCall, 'caller' | 'requestId' | 'now'>,
  id: string,
  what: 'ingested' | 'deleted',
): Promise<void> {
  await recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation: what === 'deleted' ? 'sources.delete' : 'sources.ingest',
    objectId: id,
    summary: what,
    requestId,
    now,
  });
}
