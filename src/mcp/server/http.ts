import './jitless.js';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { PostriderClient } from '../../client/client.js';
import type { Scope } from '../../contract/scopes.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import { createServer } from './server.js';

/** Who sent a request, as the service that took it knows. */
interface HttpCaller {
  readonly keyId: string;
  /** The key itself: it signs previews, so that every process that knows the key recognises them. */
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly policy: KeyPolicy;
  /** Calls the API with this very key. */
  readonly client: PostriderClient;
}

export interface HttpToolServerOptions {
  /** The address of the endpoint, for the settings that answers show. */
  readonly url: string;
  /** Largest body of a request, in bytes. */
  readonly maxBodyBytes: number;
  /** Told of failures that are this program's own. */
  readonly onUnexpectedError: (error: unknown) => void;
}

/** The tool server behind an HTTP endpoint: Streamable HTTP without sessions, in both eras of the protocol. */
export interface HttpToolServer {
  /** Answers one request, whose `Host`, `Origin` and key have been checked. It ends with the request's signal. */
  answer(request: Request, caller: HttpCaller): Promise<Response>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** More streams than this on which a client only listens are refused. */
const MAX_LISTENERS = 100;

export function createHttpToolServer({
  url,
  maxBodyBytes,
  onUnexpectedError,
}: HttpToolServerOptions): HttpToolServer {
  const callers = new WeakMap<AuthInfo, HttpCaller>();
  const handler = createMcpHandler(
    (context) => {
      const caller = context.authInfo && callers.get(context.authInfo);
      if (caller === undefined) throw new Error('A request came without its caller.');
      const { key, scopes, policy, client } = caller;
      return createServer(
        {
          confirm: policy.confirm ?? undefined,
          keyPolicy: policy,
          readOnly: policy.readOnly,
          toolsets: policy.toolsets ?? undefined,
          scopes,
          secret: key,
          launch: { url },
          openClient: () => Promise.resolve(client),
          onUnexpectedError,
        },
        context,
      );
    },
    { maxRequestBodySize: maxBodyBytes, maxSubscriptions: MAX_LISTENERS },
  );
  return {
    answer(request, caller) {
      const authInfo = { token: caller.key, clientId: caller.keyId, scopes: [...caller.scopes] };
      callers.set(authInfo, caller);
      return handler.fetch(request, { authInfo });
    },
    close: () => handler.close(),
  };
}
