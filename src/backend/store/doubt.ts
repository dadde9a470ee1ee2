/**
 * Whether an irreversible call may have been sent with an unknown outcome.
 *
 * 0: no. 1: it may have; it is looked up, and sent again if it is surely absent. 2: it may have, and the network refused
 * a repeat; it is looked up, and never sent again.
 */
export type Doubt = 0 | 1 | 2;

export const ONLY_LOOK_UP: Doubt = 2;
