/**
 * The statements from one schema version to the next, in SQLite syntax. Statements that cannot be translated for
 * PostgreSQL are written for each engine.
 */
export type Migration = string | { readonly embedded: string; readonly postgres: string };
