import { NetworkRefusal, OutcomeInDoubt } from '../../src/backend/networks/adapter.js';
import {
  ConnectionFailed,
  Multipart,
  type Wire,
  type WireRequest,
  type WireResponse,
} from '../../src/backend/networks/wire.js';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** What the body of a request is. */
type SentBody =
  | { readonly kind: 'none' | 'bytes' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Form fields; the file is the text `(file)`. */
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string | readonly string[]>> };

/** A request that an adapter wrote, and what its simulated network answered. */
export interface Exchange {
  readonly method: string;
  /** Without the query; an address of another host is whole. */
  readonly path: string;
  readonly query: Query;
  readonly body: SentBody;
  readonly answer: Pick<WireResponse, 'status' | 'body'>;
}

function bodyOf(body: unknown): SentBody {
  if (body === undefined || body === null) return { kind: 'none' };
  if (body instanceof Multipart)
    return { kind: 'form', fields: { ...body.fields, [body.file.field]: '(file)' } };
  if (body instanceof URLSearchParams) {
    const names = [...new Set(body.keys())];
    return { kind: 'form', fields: Object.fromEntries(names.map((name) => [name, valuesOf(body, name)])) };
  }
  if (body instanceof Uint8Array || body instanceof ReadableStream) return { kind: 'bytes' };
  return { kind: 'json', value: JSON.parse(JSON.stringify(body)) };
}

function valuesOf(parameters: URLSearchParams, name: string): string | readonly string[] {
  const values = parameters.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : values;
}

function splitQuery(path: string, query: Query = {}): { readonly path: string; readonly query: Query } {
  const [before = '', own = ''] = path.split('?', 2);
  return { path: before, query: { ...Object.fromEntries(new URLSearchParams(own)), ...query } };
}

/** What was sent, and answered, as descriptions are compared with. */
export function exchangeOf(
  { method, path: sentTo, query: asked, body }: WireRequest,
  answer: WireResponse,
): Exchange {
  const { path, query } = splitQuery(sentTo, asked);
  return { method, path, query, body: bodyOf(body), answer: { status: answer.status, body: answer.body } };
}

/** A wire that notes every request and its answer. */
export function recording(wire: Wire, exchanges: Exchange[]): Wire {
  return {
    origin: wire.origin,
    webUrl: wire.webUrl,
    async send(request, signal) {
      const answer = await wire.send(request, signal);
      exchanges.push(exchangeOf(request, answer));
      return answer;
    },
  };
}

/** Runs a step that the network may refuse. */
export async function attempt(step: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await step();
  } catch (cause) {
    const isAnswer =
      cause instanceof NetworkRefusal || cause instanceof OutcomeInDoubt || cause instanceof ConnectionFailed;
    if (!isAnswer) throw cause;
  }
}
