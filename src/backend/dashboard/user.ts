import type { OperationId, ResponseOf } from '../../contract/operations.js';
import type { Platform } from '../../contract/platforms.js';
import { allows, type Right } from '../../contract/roles.js';
import { maskedToken } from '../domain/access/csrf-token.js';
import type { Session } from '../domain/access/sessions.js';
import type { Asking } from '../domain/posts/approval/other-approver.js';
import { type OperationEngine, performFor } from '../http/perform-operation.js';
import type { RequestContext } from '../http/request-context.js';
import type { ActingPerson, KeptEntry } from '../operations/call.js';
import { DATABASE_DAMAGED } from '../operations/database-damaged.js';
import type { SentFile } from '../operations/sent-file.js';
import type { ChangedBy } from '../store/activity.js';
import type { WorkspaceRow } from '../store/schema.js';
import type { Queries } from '../store/store.js';
import { workspaceNow } from '../store/workspace-clock.js';

/** The parts of an API call, taken from a form or an address. */
interface CallParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Sent instead of a body. */
  readonly file?: SentFile;
  /** Idempotency key. Forms carry one, so that pressing a button twice acts once. */
  readonly key?: string | undefined;
  /** The history of the deleted draft that a new one restores. */
  readonly restored?: readonly KeptEntry[];
}

/** The signed-in user, who can call every operation of the API that their role allows. */
export interface User {
  readonly workspace: WorkspaceRow;
  readonly person: ActingPerson;
  /** The workspace's current time, epoch milliseconds. */
  readonly now: number;
  /** The system time, epoch milliseconds: sessions, keys and invitations end by it. */
  readonly systemNow: number;
  /** The token for the forms of this page. */
  readonly csrfToken: string;
  readonly requestId: string;
  /** The key under which the activity log records the user's changes. */
  readonly keyId: string;
  /** The database, for what a page counts or finds without an operation. */
  readonly db: Queries;
  /** Whether the real networks are simulated, so that the user can rehearse. */
  readonly isRehearsal: boolean;
  /** The networks that can be rehearsed; null: this is not a rehearsal. */
  readonly rehearsal: readonly Platform[] | null;
  /** What keeps the service from working; null: nothing is known. */
  readonly alert: string | null;
  /**
   * Calls an operation with the same checks, rules and answers as over HTTP.
   *
   * @throws RequestRefused
   */
  call<Id extends OperationId>(id: Id, parts?: CallParts): Promise<ResponseOf<Id>>;
}

/** Whether the user's role allows something. */
export function may({ person }: Pick<User, 'person'>, right: Right): boolean {
  return allows(person.role, right);
}

/** The user as rules about callers see them. */
export function callerOf({ workspace, person, keyId }: User): Asking {
  return { workspace, person, isPerson: true, key: { id: keyId, label: person.name } };
}

/** Attributes a change that is not an API operation to the user. */
export function changedBy({ keyId, requestId, now }: User): ChangedBy {
  return { apiKeyId: keyId, requestId, now };
}

export function userFor(
  { caller, csrfSecret }: Session,
  engine: OperationEngine,
  context: RequestContext,
): User {
  return {
    workspace: caller.workspace,
    person: caller.person,
    now: workspaceNow(caller.workspace, engine.services.clock.now()),
    systemNow: engine.services.clock.now(),
    csrfToken: maskedToken(csrfSecret),
    requestId: context.requestId,
    keyId: caller.key.id,
    db: engine.services.store.db,
    isRehearsal: engine.services.rehearsal !== null,
    rehearsal: engine.services.rehearsal,
    alert: engine.services.store.damage() === null ? null : DATABASE_DAMAGED,
    call: (id, { path = {}, query = {}, body, file = null, key, restored } = {}) => {
      const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
      return performFor(id, engine, {
        sent: { path, query: new URLSearchParams(given), body, file },
        caller,
        callerSecret: csrfSecret.toString('base64url'),
        key: key ?? null,
        restored,
        context,
      });
    },
  };
}
