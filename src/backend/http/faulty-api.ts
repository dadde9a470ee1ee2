import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATED_FAILURE_HEADER } from '../../contract/sandbox/values.js';
import { findApiKey } from '../domain/access/api-keys.js';
import { looksLikeKey } from '../domain/access/key-text.js';
import type { Faults } from '../domain/sandbox/faults.js';
import type { Store } from '../store/store.js';
import { alreadyAnswered } from './responses/answer.js';

/** @param bindings Node's request and response objects */
type Fetch = (request: Request, bindings: object) => Response | Promise<Response>;

/** The routes that remove faults: they never fail on purpose. */
const CONTROL_PREFIX = '/v1/test/';

/** Applies the simulated faults of a workspace to the API requests of its keys. */
export function faultyApi(faults: Faults, store: Store, fetch: Fetch): Fetch {
  return async (request, bindings) => {
    if (faults.none) return fetch(request, bindings);
    const { pathname } = new URL(request.url);
    const workspaceId = pathname.startsWith(CONTROL_PREFIX) ? null : await workspaceOf(store, request);
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
        if (effect.effect === 'after') await fetch(request, withoutSocket(bindings));
        return new Response('A simulated failure.', {
          status: effect.status,
          headers: { [SIMULATED_FAILURE_HEADER]: 'true' },
        });
      case 'reset':
        if (effect.effect === 'after') await fetch(request, withoutSocket(bindings));
        outgoingOf(bindings)?.destroy();
        return alreadyAnswered();
      case 'cut':
        return cut(await fetch(request, withoutSocket(bindings)), bindings);
    }
  };
}

async function workspaceOf(store: Store, request: Request): Promise<string | null> {
  const text = request.headers.get('authorization')?.replace(/^bearer +/i, '') ?? '';
  if (!looksLikeKey(text)) return null;
  return (await findApiKey(store, text))?.workspace.id ?? null;
}

/** Without the socket, so that the answer is returned instead of written. */
function withoutSocket(bindings: object): object {
  return { ...bindings, outgoing: undefined };
}

function outgoingOf(bindings: object): ServerResponse | null {
  return 'outgoing' in bindings && bindings.outgoing instanceof ServerResponse ? bindings.outgoing : null;
}

/** Sends the headers and half of the body, then closes the connection. */
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
