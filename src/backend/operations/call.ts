import type {
  OPERATIONS,
  OperationId,
  ParsedBodyOf,
  ParsedParamsOf,
  ParsedQueryOf,
  ResponseOf,
} from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import type { WorkspaceRow } from '../store/schema.js';
import type { Write, WriteOptions } from '../store/store.js';
import type { SentFile } from './sent-file.js';
import type { Services } from './services.js';

/** Whose key it is. */
export interface Caller {
  readonly workspace: WorkspaceRow;
  /** Somebody who is signed in to the dashboard acts; absent: a program, with its key. */
  readonly isPerson?: true;
  readonly key: {
    readonly id: string;
    readonly label: string;
    readonly prefix: string;
    readonly scopes: ReadonlySet<Scope>;
    readonly expiresAt: number | null;
    readonly policy: KeyPolicy;
  };
}

/** Operations that anybody may call have no caller. */
type CallerOf<Id extends OperationId> = (typeof OPERATIONS)[Id]['access'] extends 'public' ? null : Caller;

/** Where a file may come instead of JSON, there may be no JSON. */
type BodyOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends { readonly files: object }
  ? ParsedBodyOf<Id> | undefined
  : ParsedBodyOf<Id>;

/** One request for one operation, checked: the key may do it, and its parts have their shapes. */
export interface Call<Id extends OperationId> {
  readonly params: ParsedParamsOf<Id>;
  readonly query: ParsedQueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The body, if the operation accepts files and the request sends one. */
  readonly file: SentFile | null;
  readonly caller: CallerOf<Id>;
  /** The workspace's present time, epoch milliseconds. */
  readonly now: number;
  readonly requestId: string;
  /** Headers of the answer: for those that the operation names. */
  readonly headers: Record<string, string>;
  readonly idempotencyKey: string | null;
  /** Aborted when the caller has gone away, or the server is closing. */
  readonly signal: AbortSignal;
  readonly services: Services;
  /**
   * Runs the effect and stores the answer under the request's idempotency key in one transaction: a stored
   * answer is always one whose effect happened. To be called at most once.
   *
   * @param how `again`: the effect may be run again from its beginning
   */
  commit(
    effect: (trx: Write) => Promise<ResponseOf<Id>>,
    how?: Pick<WriteOptions, 'again'>,
  ): Promise<ResponseOf<Id>>;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResponseOf<Id>>;

export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
