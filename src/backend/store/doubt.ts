/**
 * Whether an irreversible call may have been sent with an unknown outcome.
 *
 * 0: no. 1: it may have; it is looked up, and sent again if it is surely absent. 2: it may have, and the network refused
 * a repeat; it is looked up, and never sent again. 3: it may have, and somebody asked to check it; it is looked up, and
 * has failed if it is surely absent.
 */
export type Doubt = 0 | 1 | 2 | 3;

/** Whether it is only looked up, and not sent. */
export type LookUpOnly = Extract<Doubt, 2 | 3>;

export const REPEAT_REFUSED: LookUpOnly = 2;
export const CHECK_REQUESTED: LookUpOnly = 3;

export function lookUpOnly(doubt: Doubt): LookUpOnly | null {
  return doubt === REPEAT_REFUSED || doubt === CHECK_REQUESTED ? doubt : null;
}
