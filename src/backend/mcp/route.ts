import type { Context, Hono } from 'hono';
import { withTimeLimit } from '../../base/time-limit.js';
import { TOOL_SCOPES } from '../../contract/scopes.js';
import type { Log } from '../base/log.js';
import type { Tracer } from '../base/tracing/tracer.js';
import { SUGGESTED_SCOPES } from '../domain/assistants/presets.js';
import type { Authenticator } from '../http/authenticator.js';
import { MCP_PATH, resourceMetadataUrl } from '../http/oauth/oauth-paths.js';
import { serverOf } from '../http/oauth/oauth-routes.js';
import { methodRefused } from '../http/paths.js';
import type { RateLimit } from '../http/rate-limit.js';
import type { HandedCaller, HttpEnv } from '../http/request-context.js';
import { refuseAmbiguousJson } from '../http/requests/json-members.js';
import { readLimited } from '../http/requests/limited-body.js';
import { SECURITY_HEADERS } from '../http/responses/answer.js';
import { HttpRefusal } from '../http/responses/http-refusal.js';
import type { Caller } from '../operations/call.js';
import type { OpenRequest, OpenRequests } from '../operations/open-requests.js';
import { RequestRefused } from '../operations/refusal.js';
import { MCP_CALL } from '../store/activity.js';
import type { Endpoint } from './endpoint.js';

export interface McpRouteOptions {
  readonly publicUrl: string;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly open: OpenRequests;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
}

const ALLOW = 'POST';

/** Size limit of a request body, in bytes: the same as the API's. */
const MAX_BODY_BYTES = 1024 * 1024;

const BODY_LIMIT = {
  maxBytes: MAX_BODY_BYTES,
  tooLarge: `A request to ${MCP_PATH} can have at most ${MAX_BODY_BYTES} bytes (1 MiB).`,
};

/** A request is aborted after this time, in ms. Tool calls have their own deadline of 44 s. */
const DEADLINE_MS = 60_000;

/** Open requests of one workspace, including listening streams; more are refused. */
const MAX_OPEN_PER_WORKSPACE = 100;

/** The only method whose response stays open as long as the client wants. */
const LISTEN_METHOD = 'subscriptions/listen';

type Api = (request: Request, handed: HandedCaller) => Response | Promise<Response>;

/** The tools over HTTP. The first request loads the tool server. */
export class McpRoute {
  readonly #options: McpRouteOptions;
  #endpoint: Promise<Endpoint> | null = null;
  /** Open requests, by workspace. */
  readonly #perWorkspace = new Map<string, number>();

  constructor(options: McpRouteOptions) {
    this.#options = options;
  }

  add(app: Hono<HttpEnv>): void {
    app.on('OPTIONS', MCP_PATH, (c) => {
      c.get('context').route = MCP_PATH;
      return new Response(null, { status: 204, headers: { ...c.get('context').headers, Allow: ALLOW } });
    });
    app.all(MCP_PATH, (c) => this.#answer(c, (request, handed) => app.fetch(request, { handed })));
  }

  async close(): Promise<void> {
    await (await this.#endpoint)?.close();
  }

  async #answer(c: Context<HttpEnv>, api: Api): Promise<Response> {
    const { rateLimit } = this.#options;
    const context = c.get('context');
    context.route = MCP_PATH;
    const handed = await this.#callerOf(c);
    const { caller } = handed;
    context.keyPrefix = caller.key.prefix;
    await rateLimit.count(caller.key.id, context.headers);
    refuseKeyWithoutToolScopes(caller, this.#challenge(c));
    // The endpoint refuses every other method. A `Request` cannot have this one.
    if (c.req.method === 'TRACE') throw methodRefused('TRACE', MCP_PATH, ALLOW);

    // The response may stay open long after this function returns it.
    const held = this.#begin(c.req.raw, caller.workspace.id);
    try {
      const body = await bodyOf(c);
      const endpoint = await this.#load(api);
      const answer = await endpoint.answer(requestOf(c, body, held.signal), handed, context.requestId);
      return heldOpen(answer, held, context.headers);
    } catch (error) {
      held.end();
      throw error;
    }
  }

  /** @throws HttpRefusal that says whom to ask for access (RFC 9728, 5.1) */
  async #callerOf(c: Context<HttpEnv>): Promise<HandedCaller> {
    const context = c.get('context');
    try {
      // Tools are logged by the API calls that they make. Here only calls with an ended key are logged.
      return await this.#options.authenticator.toolCallerOf(c.req.header('authorization'), (ended) => {
        context.call = {
          ...{ operation: MCP_CALL, caller: ended, tool: null, objectId: null },
          ...{ requestId: context.requestId, changed: false },
        };
      });
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error;
      const { code, message, headers, details } = error;
      const challenge = headers['WWW-Authenticate'] ?? 'Bearer';
      const joined = `${challenge}${challenge.includes(' ') ? ',' : ''} ${this.#challenge(c)}`;
      throw new HttpRefusal(code, message, { 'WWW-Authenticate': joined }, details);
    }
  }

  /** The parameters of a challenge by which a client finds out how to connect. */
  #challenge(c: Context<HttpEnv>): string {
    const address = resourceMetadataUrl(serverOf(c, this.#options.publicUrl));
    return `resource_metadata="${address}", scope="${SUGGESTED_SCOPES.join(' ')}"`;
  }

  /** @throws RequestRefused `rate_limited` if the workspace has too many open requests */
  #begin(request: Request, workspaceId: string): OpenRequest {
    const count = this.#perWorkspace.get(workspaceId) ?? 0;
    if (count >= MAX_OPEN_PER_WORKSPACE) throw tooManyOpen();
    this.#perWorkspace.set(workspaceId, count + 1);
    const held = this.#options.open.begin(request);
    let isOpen = true;
    return {
      get signal() {
        return held.signal;
      },
      get closing() {
        return held.closing;
      },
      end: () => {
        if (!isOpen) return;
        isOpen = false;
        held.end();
        const left = (this.#perWorkspace.get(workspaceId) ?? 1) - 1;
        if (left > 0) this.#perWorkspace.set(workspaceId, left);
        else this.#perWorkspace.delete(workspaceId);
      },
    };
  }

  #load(api: Api): Promise<Endpoint> {
    const { publicUrl, log, tracer } = this.#options;
    this.#endpoint ??= import('./endpoint.js').then(
      ({ Endpoint }) =>
        new Endpoint({
          publicUrl,
          api,
          tracer,
          maxBodyBytes: MAX_BODY_BYTES,
          onUnexpectedError: (error) => log.error({ err: error }, 'a tool call failed unexpectedly'),
        }),
    );
    return this.#endpoint;
  }
}

function tooManyOpen(): RequestRefused {
  return new RequestRefused(
    'rate_limited',
    `This workspace already has ${MAX_OPEN_PER_WORKSPACE} open requests to ${MCP_PATH}. Close listening streams, or wait for answers.`,
    { retryAfterSeconds: 5 },
  );
}

/** @throws RequestRefused `request_timeout`, `payload_too_large`, `malformed_request` */
async function bodyOf({ req: { method, raw } }: Context<HttpEnv>): Promise<Uint8Array | null> {
  if (method === 'GET' || method === 'HEAD' || raw.body === null) return null;
  const body = await readLimited(raw, BODY_LIMIT);
  refuseAmbiguous(body);
  return body;
}

/**
 * Refuses members that appear twice, of which the protocol's library would use the last. Invalid JSON is left to the
 * library, and characters that no text may have to the API, whose refusal reaches the model as the tool's error.
 */
function refuseAmbiguous(body: Uint8Array): void {
  const text = new TextDecoder().decode(body);
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return;
    throw error;
  }
  refuseAmbiguousJson(text, 'any');
}

/** The request with a signal: it aborts at the deadline, when the client disconnects, or when the backend closes. */
function requestOf(c: Context<HttpEnv>, body: Uint8Array | null, gone: AbortSignal): Request {
  const { method, url, raw } = c.req;
  const listens = c.req.header('mcp-method') === LISTEN_METHOD;
  const signal = listens ? gone : withTimeLimit(DEADLINE_MS, gone);
  return new Request(url, { method, headers: raw.headers, signal, body });
}

/** The response with this service's headers. The request counts as open until its last byte was read. */
function heldOpen(answer: Response, held: OpenRequest, own: Readonly<Record<string, string>>): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (answer.status === 405) headers.set('Allow', ALLOW);
  if (answer.body === null) {
    held.end();
    return new Response(null, { status: answer.status, headers });
  }
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        held.end();
        controller.close();
      } catch (error) {
        held.end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      held.end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: answer.status, headers });
}

/** Refuses a key that has no scope for any tool, in the standard form for bearer tokens (RFC 6750). */
function refuseKeyWithoutToolScopes({ key }: Caller, challenge: string): void {
  if (TOOL_SCOPES.some((scope) => key.scopes.has(scope))) return;
  throw new HttpRefusal(
    'scope_missing',
    `The API key "${key.label}" has no scope that a tool needs. Create another key, for example with "postrider keys create --preset draft".`,
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", ${challenge}` },
    { requiredScope: SUGGESTED_SCOPES[0] },
  );
}
