/** First key of our advisory locks, so that they do not collide with those of other programs on the database. */
const NAMESPACE = 1_886_352_500;

/** Held during a migration. */
export const MIGRATION_LOCK = `${NAMESPACE}, 1`;

/** Held by a write transaction. */
export const WRITE_LOCK = `${NAMESPACE}, 2`;
