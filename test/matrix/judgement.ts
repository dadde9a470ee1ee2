/** What the service says of one thing, and how often people at the network see it. */
export interface Outcome {
  readonly status: string;
  readonly seen: number;
}

/** How many of several outcomes are of a kind. All but `unknown` are wrong where nothing was refused. */
export interface Judgement {
  readonly twice: number;
  /** Neither out nor settled. */
  readonly lost: number;
  /** Said to be out, and absent. */
  readonly absent: number;
  /** Said to have failed, and there. */
  readonly there: number;
  readonly unknown: number;
  readonly failed: number;
}

const OUT: readonly string[] = ['published', 'in_inbox', 'sent'];
const UNSETTLED: readonly string[] = ['pending', 'publishing', 'sending', 'absent', 'missed'];

export function isOut({ status }: Outcome): boolean {
  return OUT.includes(status);
}

/** Compares what the service says with what the networks show. */
export function judge(outcomes: readonly Outcome[]): Judgement {
  const count = (fits: (one: Outcome) => boolean): number => outcomes.filter(fits).length;
  return {
    twice: count(({ seen }) => seen > 1),
    lost: count(({ status }) => UNSETTLED.includes(status)),
    absent: count((one) => isOut(one) && one.seen === 0),
    there: count(({ status, seen }) => status === 'failed' && seen > 0),
    unknown: count(({ status }) => status === 'unknown'),
    failed: count(({ status }) => status === 'failed'),
  };
}
