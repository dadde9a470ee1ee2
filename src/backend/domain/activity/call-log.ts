import type { ApiErrorCode } from '../../../contract/api-errors.js';
import { OPERATIONS, type OperationId } from '../../../contract/operations.js';
import type { ActivityKind } from '../../../contract/service/activity.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Caller } from '../../operations/call.js';
import { MCP_CALL } from '../../store/activity.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';

/** An authenticated call in progress. */
export interface RecordedCall {
  readonly operation: OperationId | typeof MCP_CALL;
  readonly caller: Caller;
  readonly tool: string | null;
  readonly objectId: string | null;
  readonly requestId: string;
  /** Whether the call made a change, which is recorded in the transaction of the change. */
  changed: boolean;
}

export interface CallEnd {
  readonly status: number;
  readonly refusal: { readonly code: string; readonly detail: string } | null;
  readonly replayed: boolean;
}

/** Entries are written in one batch, this long after the first of them, in milliseconds. */
const WRITE_AFTER_MS = 2_000;

/** A full batch is written at once. */
const BATCH_SIZE = 500;

/** Entries waiting to be written. Beyond this limit, the oldest are dropped. */
const MAX_WAITING = 5_000;

/**
 * The same read by the same key is recorded once in this period, in milliseconds. A revoked or expired key is
 * recorded once whatever it calls, so that a program that keeps using it cannot fill the log.
 */
const SAME_CALL_MS = 60_000;
const MAX_RECENT_CALLS = 10_000;

const MAX_SUMMARY_LENGTH = 300;

/** Operations that use POST but change nothing. */
const ONLY_COMPUTE: ReadonlySet<OperationId> = new Set<OperationId>(['posts.validate']);

type Entry = ReturnType<typeof entryOf>;

/** What identifies a repeated call. */
interface CallIdentity extends Pick<Entry, 'api_key_id' | 'object_id' | 'tool'> {
  readonly operation: string;
}

const ANY_CALL = { operation: '', object_id: null, tool: null };

/** The error codes of a key that was valid once. */
const ENDED = ['key_revoked', 'key_expired'] satisfies ApiErrorCode[];

const isEnded = (code: string | null): boolean => ENDED.some((one) => one === code);

/**
 * Records calls that changed nothing: reads, refusals and failures. Calls do not wait for it: entries are written in
 * batches, and dropped if they arrive faster than they can be written. (Changes are recorded in their own transaction
 * and never lost.)
 */
export class CallLog {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #reads = new Map<string, number>();
  #waiting: Entry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(call: RecordedCall, end: CallEnd): void {
    if (call.changed && end.refusal === null) return;
    const entry = entryOf(call, end, this.#clock.now());
    if (entry.kind === 'read' && end.refusal === null && this.#isKnown(entry)) return;
    if (isEnded(entry.code) && this.#isKnown({ ...ANY_CALL, api_key_id: entry.api_key_id })) return;
    this.#waiting.push(entry);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    if (this.#waiting.length >= BATCH_SIZE) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when everything recorded so far is written. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing) {
      this.#write();
      await this.#writing;
    }
  }

  /** Whether the same call was recorded a short while ago. */
  #isKnown({ api_key_id, operation, object_id, tool }: CallIdentity): boolean {
    const now = this.#clock.monotonic();
    const name = JSON.stringify([api_key_id, operation, object_id, tool]);
    const known = this.#reads.get(name);
    if (known !== undefined && now - known < SAME_CALL_MS) return true;
    if (this.#reads.size >= MAX_RECENT_CALLS) this.#reads.clear();
    this.#reads.set(name, now);
    return false;
  }

  #write(): void {
    if (this.#writing) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = this.#waiting.splice(0, BATCH_SIZE);
    if (entries.length === 0) return;
    this.#writing = this.#store
      .write((trx) => trx.insertInto('activity').values(entries).execute())
      .then(() => {
        if (this.#dropped > 0)
          this.#log.warn(
            { dropped: this.#dropped },
            'dropped activity entries: calls arrived faster than they could be recorded',
          );
        this.#dropped = 0;
      })
      .catch((error: unknown) =>
        this.#log.warn({ err: error, lost: entries.length }, 'could not record activity'),
      )
      .finally(() => {
        this.#writing = null;
        if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
      });
  }
}

function entryOf(call: RecordedCall, end: CallEnd, systemNow: number) {
  const { operation, caller, tool, objectId, requestId } = call;
  return {
    workspace_id: caller.workspace.id,
    api_key_id: caller.key.id,
    operation,
    object_id: objectId,
    summary: summaryOf(end).slice(0, MAX_SUMMARY_LENGTH),
    request_id: requestId,
    kind: kindOf(operation),
    tool,
    status: end.status,
    code: end.refusal?.code ?? null,
    created_at: workspaceNow(caller.workspace, systemNow),
  };
}

/** Whether an operation can change something. */
export function kindOf(operation: RecordedCall['operation']): ActivityKind {
  if (operation === MCP_CALL) return 'read';
  return OPERATIONS[operation].method === 'GET' || ONLY_COMPUTE.has(operation) ? 'read' : 'change';
}

function summaryOf({ refusal, replayed }: CallEnd): string {
  if (refusal) return refusal.detail;
  return replayed ? 'repeated request: returned the stored response' : '';
}
