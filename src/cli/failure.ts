import type { ExitKind } from './exit-codes.js';

/** Whether anything changed before the failure. */
export type Changed = 'nothing' | 'unknown' | 'partly';

export interface FailureDetails {
  /** Details of what happened, such as one line per broken rule. */
  readonly lines?: readonly string[];
  readonly changed?: Changed;
  /** The request only reads, so that nothing can have changed. */
  readonly readOnly?: boolean;
  /** How to fix it: one sentence or command each. */
  readonly next?: readonly string[];
  readonly requestId?: string;
  /** Further fields for `--json`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Why a command failed: what happened, whether anything changed, what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly kind: ExitKind;
  readonly lines: readonly string[];
  readonly changed: Changed | null;
  readonly readOnly: boolean;
  readonly next: readonly string[];
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(kind: ExitKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.lines = details.lines ?? [];
    this.changed = details.changed ?? null;
    this.readOnly = details.readOnly ?? false;
    this.next = details.next ?? [];
    this.requestId = details.requestId ?? null;
    this.data = details.data ?? {};
  }
}

/** The command line is invalid; nothing was done. */
export function usageFailure(message: string, ...next: readonly string[]): CliFailure {
  return new CliFailure('usage', message, { changed: 'nothing', next });
}
