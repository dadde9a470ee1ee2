import type { Account } from './accounts.js';

/** What every account says about itself in a rehearsal, in its `standing`. */
export const REHEARSED = 'Rehearsal: the network is simulated on this machine, so nothing becomes public.';

/** Whether the network of an account is simulated for a rehearsal. */
export const isRehearsed = ({ standing }: Pick<Account, 'standing'>): boolean => standing.includes(REHEARSED);
