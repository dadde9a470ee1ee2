import * as z from 'zod';
import { withTimeLimit } from '../../../base/time-limit.js';
import type { Issue } from '../../../contract/errors.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Source, SourceKind, SourcePage } from '../../../contract/sources/sources.js';
import { MAX_INGEST_MS } from '../../../contract/time-limits.js';
import { FairWork } from '../../base/fair-work.js';
import { isTimeout } from '../../fetching/deadline.js';
import { type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';
import { type Extraction, Unreadable } from '../../ingest/extraction.js';
import { type Extractor, ExtractorClosed, MAX_EXTRACTION_MS } from '../../ingest/extractor.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { inTurn } from '../../operations/in-turn.js';
import { listPage } from '../../operations/list-page.js';
import { RequestRefused } from '../../operations/refusal.js';
import { requireScope } from '../../operations/scopes.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';
import type { SaveFetched } from '../media/save-fetched.js';
import { fetchPage, unusable } from './fetch-page.js';
import {
  deleteSourceRow,
  findSource,
  insertSource,
  listSources,
  placeOf,
  sourceNotFound,
} from './repository.js';
import { chosenImage, takeImage } from './take-image.js';
import { factsOf, viewSource, viewSummary } from './view.js';

type IngestCall = Call<'sources.ingest'>;

export interface SourceTools {
  readonly policy: FetchPolicy;
  readonly extractor: Extractor;
  readonly save: SaveFetched;
}

/** How many pages and texts are fetched and read at the same time. A workspace that sends more must wait. */
const MAX_AT_ONCE = 64;
const MAX_PER_WORKSPACE = 4;
const MAX_WAITING_PER_WORKSPACE = 8;

/** When a workspace with too many of them may try again, in seconds: about as long as a heavy page takes. */
const RETRY_AFTER_SECONDS = Math.ceil(MAX_EXTRACTION_MS / 1000);

/** How long fetching and reading have at least once the turn comes, in milliseconds. */
const MIN_FETCH_MS = 5_000;

/** How long it may take to store the source, in milliseconds. */
const STORE_MS = 2_000;

/** When everything must have been fetched, when reading the page must begin, and when the turn must come. In milliseconds. */
const MAX_FETCHED_MS = MAX_INGEST_MS - STORE_MS;
const MAX_BEGIN_READING_MS = MAX_FETCHED_MS - MAX_EXTRACTION_MS;
const MAX_WAITING_MS = MAX_BEGIN_READING_MS - MIN_FETCH_MS;

const Position = z.tuple([z.string()]);

export function sourceHandlers(tools: SourceTools) {
  const turns = new FairWork({
    maxAtOnce: MAX_AT_ONCE,
    maxPerShare: MAX_PER_WORKSPACE,
    maxWaitingPerShare: MAX_WAITING_PER_WORKSPACE,
  });
  return {
    'sources.ingest': (call) => ingestInTurn(call, tools, turns),
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

/** The signals that end the steps of an ingestion. */
interface StepLimits {
  readonly begunReading: AbortSignal;
  readonly fetched: AbortSignal;
}

async function ingestInTurn(call: IngestCall, tools: SourceTools, turns: FairWork): Promise<Source> {
  const limits: StepLimits = {
    begunReading: withTimeLimit(MAX_BEGIN_READING_MS, call.signal),
    fetched: withTimeLimit(MAX_FETCHED_MS, call.signal),
  };
  const turn = {
    signal: withTimeLimit(MAX_WAITING_MS, call.signal),
    what: 'pages and texts',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  };
  try {
    return await inTurn(turns, call, turn, () => ingest(call, tools, limits));
  } catch (error) {
    throw isTimeout(error) ? tooLate(call) : error;
  }
}

function tooLate({ body }: IngestCall): RequestRefused {
  const seconds = MAX_INGEST_MS / 1000;
  if (body.url === undefined) {
    return new RequestRefused('unavailable', 'Too many pages are being read right now. Try again later.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return unusable(
    'url_unavailable',
    'timed_out',
    `The page could not be fetched and read within ${seconds} s. Try again later, or copy its text and send it as \`text\`.`,
  );
}

async function ingest(call: IngestCall, tools: SourceTools, limits: StepLimits): Promise<Source> {
  const { body, caller, services, now } = call;
  const wantsImage = body.takeImage !== undefined && body.takeImage !== false;
  if (wantsImage) requireScope('media:write', caller);
  await refuseAtLimit(services.store.db, 'sources', caller.workspace.id);
  const { extraction, url } = await read(call, tools, limits.begunReading);
  const write = async (trx: Write, media: Source['media']): Promise<Source> => {
    const row = {
      id: services.ids.next('source', now),
      workspace_id: caller.workspace.id,
      kind: kindOf(extraction, url),
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
  const fetch = fetchFor(tools.policy, caller.workspace);
  return takeImage(call, { image, fetch, signal: limits.fetched, save: tools.save }, write);
}

function kindOf({ entries }: Extraction, url: string | null): SourceKind {
  if (url === null) return 'text';
  return entries === undefined ? 'article' : 'feed';
}

/** Fetches the URL, or reads the text, of the request. */
async function read(
  { body, caller }: IngestCall,
  { policy, extractor }: SourceTools,
  signal: AbortSignal,
): Promise<{ extraction: Extraction; url: string | null }> {
  const turn = { share: caller.workspace.id, signal };
  try {
    if (body.url === undefined) {
      const job = { kind: 'text', text: body.text ?? '', title: body.title ?? null } as const;
      return { extraction: await extractor.extract(job, turn), url: null };
    }
    const page = await fetchPage(fetchFor(policy, caller.workspace), body.url, signal);
    const extraction = await extractor.extract(
      { kind: 'page', ...page, format: body.format ?? 'simple' },
      turn,
    );
    return {
      extraction: body.title === undefined ? extraction : { ...extraction, title: body.title },
      url: page.url,
    };
  } catch (error) {
    if (error instanceof Unreadable) {
      throw unusable('url_unreadable', error.code, error.message, body.url === undefined ? '/text' : '/url');
    }
    if (error instanceof ExtractorClosed) {
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
  const page = await listSources(services.store.db, {
    workspaceId: caller.workspace.id,
    text: query.text,
    url: query.url,
    before: readCursor(list, query.cursor, Position)?.[0],
    limit,
  });
  return listPage(list, page, placeOf, page.rows.map(viewSummary));
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
