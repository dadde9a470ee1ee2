import type { ExitKind } from './exit-codes.js';

/** What a failure did to the things it was about. */
export type Changed = 'nothing' | 'unknown' | 'partly';

export interface FailureDetails {
  /** Further lines that belong to what happened: one per broken rule. */
  readonly lines?: readonly string[];
  readonly changed?: Changed;
  /** What to do about it, one sentence or command each. */
  readonly next?: readonly string[];
  readonly requestId?: string;
  /** What a script gets beside the words, with `--json`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Why a command ended without success: what happened, whether anything changed, what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly kind: ExitKind;
  readonly lines: readonly string[];
  readonly changed: Changed | null;
  readonly next: readonly string[];
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(kind: ExitKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.lines = details.lines ?? [];
    this.changed = details.changed ?? null;
    this.next = details.next ?? [];
    this.requestId = details.requestId ?? null;
    this.data = details.data ?? {};
  }
}

/** The command line itself cannot be used; nothing was done. */
export function usageFailure(message: string, ...next: readonly string[]): CliFailure {
  return new CliFailure('usage', message, { changed: 'nothing', next });
}
