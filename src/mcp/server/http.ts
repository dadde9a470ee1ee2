import './jitless.js';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { PostriderClient } from '../../client/client.js';
import type { Scope } from '../../contract/scopes.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import { createServer } from './server.js';
import type { AroundCall } from './settings.js';

/** The authenticated caller of a request. */
interface HttpCaller {
  readonly keyId: string;
  /** Signs previews. For an API key it is the key itself, so that every process that knows the key recognises them. */
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly policy: KeyPolicy;
  /** Calls the API for this caller. */
  readonly client: PostriderClient;
  readonly aroundCall?: AroundCall | undefined;
}

export interface HttpToolServerOptions {
  /** The endpoint's URL, for configuration advice. */
  readonly url: string;
  /** Largest body of a request, in bytes. */
  readonly maxBodyBytes: number;
  /** Called with unexpected errors: faults of this program. */
  readonly onUnexpectedError: (error: unknown) => void;
}

/** The tool server behind an HTTP endpoint: Streamable HTTP without sessions, for both eras of the protocol. */
export interface HttpToolServer {
  /** Answers one request, whose `Host`, `Origin` and key were already checked. It ends with the request's signal. */
  answer(request: Request, caller: HttpCaller): Promise<Response>;
  /** Aborts running requests. */
  close(): Promise<void>;
}

/** Open listening streams; more are refused. The backend allows each workspace a tenth of them. */
const MAX_LISTENERS = 1_000;

export function createHttpToolServer({
  url,
  maxBodyBytes,
  onUnexpectedError,
}: HttpToolServerOptions): HttpToolServer {
  const callers = new WeakMap<AuthInfo, HttpCaller>();
  const handler = createMcpHandler(
    (context) => {
      const caller = context.authInfo && callers.get(context.authInfo);
      if (caller === undefined) throw new Error('A request arrived without its caller.');
      const { secret, scopes, policy, client, aroundCall } = caller;
      return createServer(
        {
          confirm: policy.confirm ?? undefined,
          keyPolicy: policy,
          readOnly: policy.readOnly,
          toolsets: policy.toolsets ?? undefined,
          scopes,
          secret,
          launch: { url },
          openClient: () => Promise.resolve(client),
          onUnexpectedError,
          aroundCall,
        },
        context,
      );
    },
    { maxRequestBodySize: maxBodyBytes, maxSubscriptions: MAX_LISTENERS },
  );
  return {
    answer(request, caller) {
      // The SDK wants a token; nothing here reads it.
      const authInfo = { token: caller.keyId, clientId: caller.keyId, scopes: [...caller.scopes] };
      callers.set(authInfo, caller);
      return handler.fetch(request, { authInfo });
    },
    close: () => handler.close(),
  };
}
