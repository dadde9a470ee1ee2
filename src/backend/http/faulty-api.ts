import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findApiKey } from '../domain/access/api-keys.js';
import { looksLikeKey } from '../domain/access/key-text.js';
import type { Faults } from '../domain/sandbox/faults.js';
import type { Store } from '../store/store.js';
import { alreadyAnswered } from './answer.js';

/** @param bindings what the server gives beside a request: Node's own objects */
type Fetch = (request: Request, bindings: object) => Response | Promise<Response>;

/** The routes by which faults are taken back, which never fail. */
const CONTROL = '/v1/test/';

/** Lets the faults of a workspace befall the requests that its keys make to this API. */
export function faultyApi(faults: Faults, store: Store, fetch: Fetch): Fetch {
  return async (request, bindings) => {
    if (faults.none) return fetch(request, bindings);
    const { pathname } = new URL(request.url);
    const workspaceId = pathname.startsWith(CONTROL) ? null : await workspaceOf(store, request);
    const effect =
      workspaceId === null
        ? null
        : faults.take(workspaceId, { method: request.method, path: pathname, platform: null });
    switch (effect?.kind) {
      case undefined:
        return fetch(request, bindings);
      case 'latency':
        await sleep(effect.ms);
        return fetch(request, bindings);
      case 'status':
        if (effect.effect === 'after') await fetch(request, apart(bindings));
        return new Response('A failure that was asked for.', { status: effect.status });
      case 'reset':
        if (effect.effect === 'after') await fetch(request, apart(bindings));
        outgoingOf(bindings)?.destroy();
        return alreadyAnswered();
      case 'cut':
        return cut(await fetch(request, apart(bindings)), bindings);
    }
  };
}

async function workspaceOf(store: Store, request: Request): Promise<string | null> {
  const text = request.headers.get('authorization')?.replace(/^bearer +/i, '') ?? '';
  if (!looksLikeKey(text)) return null;
  return (await findApiKey(store, text))?.workspace.id ?? null;
}

/** Nothing is to be sent yet: the answer is given back whole. */
function apart(bindings: object): object {
  return { ...bindings, outgoing: undefined };
}

function outgoingOf(bindings: object): ServerResponse | null {
  return 'outgoing' in bindings && bindings.outgoing instanceof ServerResponse ? bindings.outgoing : null;
}

/** Sends the head and the first half of the body, and ends the connection. */
async function cut(answer: Response, bindings: object): Promise<Response> {
  const outgoing = outgoingOf(bindings);
  const body = Buffer.from(await answer.arrayBuffer());
  if (!outgoing) return new Response(body, answer);
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'content-length': body.byteLength,
  });
  await new Promise<void>((resolve) => {
    outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => resolve());
  });
  outgoing.destroy();
  return alreadyAnswered();
}
