import type {
  OPERATIONS,
  OperationId,
  ParsedBodyOf,
  ParsedParamsOf,
  ParsedQueryOf,
  ResponseOf,
} from '../../contract/operations.js';
import type { Role } from '../../contract/roles.js';
import type { Scope } from '../../contract/scopes.js';
import type { KeyPolicy } from '../../contract/service/me.js';
import type { WorkspaceRow } from '../store/schema.js';
import type { Write, WriteOptions } from '../store/store.js';
import type { SentFile } from './sent-file.js';
import type { Services } from './services.js';

/** The person behind a request, with their role in the workspace at its time. */
export interface ActingPerson {
  readonly id: string;
  /** How others see them. */
  readonly name: string;
  readonly role: Role;
}

/** Who makes a request: the API key in use and its workspace. */
export interface Caller {
  readonly workspace: WorkspaceRow;
  /** Who is signed in, or made the key, and limits its scopes; absent: the key was made in a terminal. */
  readonly person?: ActingPerson;
  /** Set for someone signed in to the dashboard; absent for a program with its API key. */
  readonly isPerson?: true;
  /** Set for an assistant that a person connected; absent for an API key. */
  readonly isAssistant?: true;
  readonly key: {
    readonly id: string;
    readonly label: string;
    readonly prefix: string;
    /** As far as the person's role allows them. */
    readonly scopes: ReadonlySet<Scope>;
    readonly expiresAt: number | null;
    readonly policy: KeyPolicy;
  };
}

/** Public operations have no caller. */
type CallerOf<Id extends OperationId> = (typeof OPERATIONS)[Id]['access'] extends 'public' ? null : Caller;

/** An operation that accepts a file instead of JSON may have no JSON body. */
type BodyOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends { readonly files: object }
  ? ParsedBodyOf<Id> | undefined
  : ParsedBodyOf<Id>;

/** An entry of the history of a deleted draft. */
export interface KeptEntry {
  /** Null: it is not known. */
  readonly apiKeyId: string | null;
  readonly action: string;
  /** As stored. */
  readonly changes: string;
  readonly version: number;
  /** Workspace time. */
  readonly at: number;
}

/** One authorized, validated request for one operation. */
export interface Call<Id extends OperationId> {
  readonly params: ParsedParamsOf<Id>;
  readonly query: ParsedQueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The uploaded file, for operations that accept one. */
  readonly file: SentFile | null;
  readonly caller: CallerOf<Id>;
  /** Current time of the workspace, epoch milliseconds. */
  readonly now: number;
  readonly requestId: string;
  /** Response headers: set those that the operation documents. */
  readonly headers: Record<string, string>;
  readonly idempotencyKey: string | null;
  /** The history of the deleted draft that a new one restores, oldest first. Only the dashboard sets it. */
  readonly restored?: readonly KeptEntry[] | undefined;
  /** Aborts when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
  readonly services: Services;
  /**
   * Runs the effect and stores the answer under the request's idempotency key, in one transaction: a stored
   * answer proves that its effect happened. Call it at most once.
   *
   * @param how `again`: the effect can safely be rerun from its start
   */
  commit(
    effect: (trx: Write) => Promise<ResponseOf<Id>>,
    how?: Pick<WriteOptions, 'again'>,
  ): Promise<ResponseOf<Id>>;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResponseOf<Id>>;

export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
