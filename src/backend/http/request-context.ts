import type { HttpBindings } from '@hono/node-server';
import type { IdSource } from '../base/ids.js';
import type { RecordedCall } from '../domain/activity/call-log.js';
import type { OpenRequest } from '../operations/open-requests.js';

/** One request and what is known about it so far: what its answer's headers and its log line are made from. */
export interface RequestContext {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly open: OpenRequest;
  /** Headers that the answer carries, whatever becomes of the request. */
  readonly headers: Record<string, string>;
  /** The route that took it, as written in the operation table; null while none has. */
  route: string | null;
  /** First characters of the key in use. */
  keyPrefix: string | null;
  /** The call that it makes with a key, once that is known: what activity tells of it. */
  call?: RecordedCall;
  /** The status of an answer that was given to the connection already. */
  answeredWith?: number;
  /** Why it was refused. */
  refusal?: { readonly code: string; readonly detail: string };
}

/** What Hono carries from the first step to the last. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { context: RequestContext };
}

/** A caller's own id is kept where it is short and plain, so that it can be told apart from nothing else in a log. */
const USABLE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(sent: string | undefined, ids: IdSource, now: number): string {
  return sent !== undefined && USABLE_REQUEST_ID.test(sent) ? sent : ids.next('request', now);
}
