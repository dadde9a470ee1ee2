/**
 * The advisory locks, as pairs of keys in SQL: the first one is Postrider's own, so that another program on the same
 * database hardly has the same.
 */
const OURS = 1_886_352_500;

/** Held by the process that migrates. */
export const MIGRATION_LOCK = `${OURS}, 1`;

/** Held by the transaction whose turn it is to write. */
export const WRITE_LOCK = `${OURS}, 2`;
