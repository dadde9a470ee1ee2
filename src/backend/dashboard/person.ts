import type { OperationId, ResponseOf } from '../../contract/operations.js';
import { maskedToken } from '../domain/access/csrf-token.js';
import type { Session } from '../domain/access/sessions.js';
import { type OperationEngine, performFor } from '../http/perform-operation.js';
import type { RequestContext } from '../http/request-context.js';
import type { SentFile } from '../operations/sent-file.js';
import type { ChangedBy } from '../store/activity.js';
import type { WorkspaceRow } from '../store/schema.js';
import { workspaceNow } from '../store/workspace-clock.js';

/** The parts of a call, as a form or an address gives them. */
interface AskedFor {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Instead of a body. */
  readonly file?: SentFile;
  /** The call acts once under this key: a form carries one, so that pressing its button twice does. */
  readonly key?: string | undefined;
}

/** Somebody who is signed in, and everything that they may do: the operations of the API. */
export interface Person {
  readonly workspace: WorkspaceRow;
  /** The workspace's present time, epoch milliseconds. */
  readonly now: number;
  /** What forms of this answer carry. */
  readonly csrfToken: string;
  /** Of the request that they made. */
  readonly requestId: string;
  /** By what their changes are noted in the activity. */
  readonly keyId: string;
  /**
   * Performs an operation, with the same checks, rules and answers as over HTTP.
   *
   * @throws RequestRefused
   */
  ask<Id extends OperationId>(id: Id, parts?: AskedFor): Promise<ResponseOf<Id>>;
}

/** By whom something is changed that is no operation of the API. */
export function changedBy({ keyId, requestId, now }: Person): ChangedBy {
  return { apiKeyId: keyId, requestId, now };
}

export function personOf(
  { caller, csrfSecret }: Session,
  engine: OperationEngine,
  context: RequestContext,
): Person {
  return {
    workspace: caller.workspace,
    now: workspaceNow(caller.workspace, engine.services.clock.now()),
    csrfToken: maskedToken(csrfSecret),
    requestId: context.requestId,
    keyId: caller.key.id,
    ask: (id, { path = {}, query = {}, body, file = null, key } = {}) => {
      const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
      return performFor(id, engine, {
        sent: { path, query: new URLSearchParams(given), body, file },
        caller,
        key: key ?? null,
        context,
      });
    },
  };
}
