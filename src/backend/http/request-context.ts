import type { HttpBindings } from '@hono/node-server';
import type { IdSource } from '../base/ids.js';
import type { RecordedCall } from '../domain/activity/call-log.js';
import type { Caller } from '../operations/call.js';
import type { OpenRequest } from '../operations/open-requests.js';

/** One HTTP request: what its response headers, its log line and its activity entry are made from. */
export interface RequestContext {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly open: OpenRequest;
  /** The IP address of the client; empty if the connection has closed. */
  readonly clientAddress: () => string;
  /** Headers of the response, whether the request succeeds or fails. */
  readonly headers: Record<string, string>;
  /** The matched route, as written in the operation table; null if none matched. */
  route: string | null;
  /** First characters of the API key. */
  keyPrefix: string | null;
  /** The call to record in the activity log, once the caller is known. */
  call?: RecordedCall;
  /** The status, if the response was written to the socket directly. */
  answeredWith?: number;
  /** Why the request was refused. */
  refusal?: { readonly code: string; readonly detail: string };
}

/** The caller of a request that this process sends to itself, such as for a tool. */
export interface HandedCaller {
  readonly caller: Caller;
  /** Stands for the secret that only the caller knows. */
  readonly secret: string;
}

/** The types that Hono carries through its handlers. */
export interface HttpEnv {
  /** `handed` comes from this process alone: a request over the network cannot set it. */
  Bindings: Partial<HttpBindings> & { readonly handed?: HandedCaller };
  Variables: { context: RequestContext };
}

/** Short ASCII only, so that a client's request id cannot forge log lines. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The client's request id if it is usable, else a new one. */
export function requestIdOf(sent: string | undefined, ids: IdSource, now: number): string {
  return sent !== undefined && CLIENT_REQUEST_ID.test(sent) ? sent : ids.next('request', now);
}
