import { credentialsOf } from '../../domain/assistants/clients/client-credentials.js';
import { registerClient } from '../../domain/assistants/clients/register-client.js';
import type { AssistantDependencies, OAuthServer } from '../../domain/assistants/dependencies.js';
import { exchange, revokeToken } from '../../domain/assistants/grants/exchange.js';
import { OAuthError } from '../../domain/assistants/oauth-error.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { TakeToken } from '../rate-limit.js';
import type { RequestContext } from '../request-context.js';
import { networkOf } from '../requests/client-address.js';
import { refuseAmbiguousJson } from '../requests/json-members.js';
import { readLimited } from '../requests/limited-body.js';

/** Size limit of a form or a registration, in bytes. */
const MAX_BODY_BYTES = 32 * 1024;
const BODY_LIMIT = {
  maxBytes: MAX_BODY_BYTES,
  tooLarge: `The body can have at most ${MAX_BODY_BYTES} bytes.`,
};

/** Requests of one network per minute. Registrations are stored, and a client makes at most two. */
const MAX_TOKENS_PER_MINUTE = 120;
const MAX_REGISTRATIONS_PER_MINUTE = 20;

type Endpoint = (request: Request, context: RequestContext, server: OAuthServer) => Promise<Response>;

export interface OAuthEndpoints {
  readonly token: Endpoint;
  readonly revoke: Endpoint;
  readonly register: Endpoint;
}

/** The endpoints of the authorization server that programs send to. Errors have the form of RFC 6749, 5.2. */
export function oauthEndpoints(dependencies: AssistantDependencies, take: TakeToken): OAuthEndpoints {
  const count = async (context: RequestContext, what: string, quota: number): Promise<void> => {
    const left = await take(`oauth-${what} ${networkOf(context.clientAddress())}`, quota);
    if (left < 0)
      throw new OAuthError('temporarily_unavailable', 'Too many requests. Try again in a minute.', 429);
  };
  const asked = async (request: Request, server: OAuthServer) => {
    const form = await readForm(request);
    return {
      form,
      server,
      credentials: credentialsOf(form, request.headers.get('authorization') ?? undefined),
    };
  };
  return {
    token: answering(async (request, context, server) => {
      await count(context, 'token', MAX_TOKENS_PER_MINUTE);
      return [200, await exchange(dependencies, await asked(request, server))];
    }),
    revoke: answering(async (request, context, server) => {
      await count(context, 'token', MAX_TOKENS_PER_MINUTE);
      await revokeToken(dependencies, await asked(request, server));
      return [200, {}];
    }),
    register: answering(async (request, context) => {
      await count(context, 'register', MAX_REGISTRATIONS_PER_MINUTE);
      const network = networkOf(context.clientAddress());
      const { client, secret, createdAt } = await registerClient(
        dependencies,
        await readJson(request),
        network,
      );
      return [
        201,
        {
          client_id: client.id,
          client_id_issued_at: Math.floor(createdAt / 1000),
          ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
          ...(client.name !== '' && { client_name: client.name }),
          redirect_uris: client.redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: client.authMethod,
          ...(client.jwksUri !== null && { jwks_uri: client.jwksUri }),
          ...(client.jwks !== null && { jwks: { keys: client.jwks } }),
        },
      ];
    }),
  };
}

type Act = (
  request: Request,
  context: RequestContext,
  server: OAuthServer,
) => Promise<readonly [status: number, body: object]>;

function answering(act: Act): Endpoint {
  return async (request, context, server) => {
    const respond = (
      status: number,
      body: object,
      headers: Readonly<Record<string, string>> = {},
    ): Response =>
      new Response(JSON.stringify(body), {
        status,
        headers: { ...context.headers, 'Content-Type': 'application/json; charset=utf-8', ...headers },
      });
    try {
      return respond(...(await act(request, context, server)));
    } catch (error) {
      const { status, code, message } = faultOf(error, context.requestId);
      const body = { error: code, error_description: message };
      context.refusal = { code, detail: message };
      // RFC 6749, 5.2: a client that used the header is told how to use it.
      const usedHeader = status === 401 && request.headers.has('authorization');
      return respond(status, body, {
        ...(usedHeader && { 'WWW-Authenticate': 'Basic realm="Postrider"' }),
        ...(status === 429 && { 'Retry-After': '60' }),
        // The rest of the body was not read, so the connection cannot be reused.
        ...((status === 408 || status === 413) && { Connection: 'close' }),
      });
    }
  };
}

/** @throws the error itself, if it is not the fault of the request */
function faultOf(error: unknown, requestId: string): { status: number; code: string; message: string } {
  if (error instanceof OAuthError) return error;
  if (!(error instanceof RequestRefused)) throw error;
  return { status: error.toProblem(requestId).status, code: 'invalid_request', message: error.message };
}

/** @throws OAuthError, RequestRefused */
async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new OAuthError('invalid_request', 'Send a form: Content-Type application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(Buffer.from(await readLimited(request, BODY_LIMIT)).toString('utf8'));
  const names = [...form.keys()].filter((name) => name !== 'resource');
  if (new Set(names).size < names.length)
    throw new OAuthError('invalid_request', 'A parameter appears twice.');
  for (const value of form.values()) {
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'A parameter has a NUL character.');
  }
  return form;
}

/** @throws OAuthError, RequestRefused */
async function readJson(request: Request): Promise<unknown> {
  const text = Buffer.from(await readLimited(request, BODY_LIMIT)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    refuseAmbiguousJson(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON.');
    }
    throw error;
  }
}
