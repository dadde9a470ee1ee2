/** A post due within this time is confirmed like one published now: too soon for anyone to stop it. In ms. */
export const CONFIRM_WITHIN_MS = 2 * 60 * 60_000;

/** A post for this many accounts is confirmed even if it is due later. */
export const CONFIRM_FROM_ACCOUNTS = 3;
