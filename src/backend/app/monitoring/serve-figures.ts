import { type Figures, type Gauge, gaugeLines } from '../../base/figures.js';
import { HostGuard } from '../../http/server/host-guard.js';
import { urlHost } from '../../http/server/host-names.js';
import type { Listening } from '../../http/server/server.js';
import type { UnreadableDependencies } from '../../http/server/unreadable-request.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { StateFigures } from './state-figures.js';

const PATH = '/metrics';
/** The text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** How long the database may take, in milliseconds: less than Prometheus waits (10 s). */
const PATIENCE_MS = 4_000;
/** How long a shutdown waits for a reading, in milliseconds. */
const CLOSE_PATIENCE_MS = 200;

export interface FiguresOptions {
  readonly host: string;
  /** Additional host names that requests may name. */
  readonly allowedHosts: readonly string[];
  readonly figures: Figures;
  readonly state: StateFigures;
  readonly unreadable: UnreadableDependencies;
}

export interface ServedFigures {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the figures of this process at `GET /metrics`, on an address of its own. */
export function serveFigures(listening: Listening, options: FiguresOptions): ServedFigures {
  const { host, allowedHosts, state } = options;
  const { port } = listening;
  const guard = new HostGuard({ host, port, publicUrl: `http://127.0.0.1:${port}`, allowedHosts });
  listening.serve(async (request) => {
    try {
      guard.check(request.headers.get('host') ?? '', request.headers.get('origin') ?? undefined);
    } catch (error) {
      if (error instanceof RequestRefused) return plain(403, error.message);
      throw error;
    }
    if (new URL(request.url).pathname !== PATH) return plain(404, `Only GET ${PATH} is here.`);
    if (request.method !== 'GET') return plain(405, `Only GET ${PATH} is here.`, { Allow: 'GET' });
    return plain(200, await textOf(options));
  }, options.unreadable);
  return {
    url: `http://${urlHost(host)}:${port}${PATH}`,
    close: async () => {
      state.close();
      await listening.close(CLOSE_PATIENCE_MS);
    },
  };
}

async function textOf({ figures, state, unreadable: { log } }: FiguresOptions): Promise<string> {
  const ofProcess = await state.process();
  const ofService = await withinPatience(state.service()).catch((error: unknown) => {
    log.warn({ err: error }, 'the state of the service could not be read for its figures');
    return [];
  });
  const gauges: readonly Gauge[] = [...ofProcess, ...ofService];
  return `${[...gauges.flatMap(gaugeLines), ...figures.lines()].join('\n')}\n`;
}

/** A database that does not answer must not hide the figures of the process. */
async function withinPatience<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database has not answered in time.')), PATIENCE_MS);
    timer.unref();
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

function plain(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': TYPE, 'Cache-Control': 'no-store', ...headers },
  });
}
