/**
 * The statements that bring a database from one version to the next. Written once, in the words of SQLite; whatever
 * the translation for PostgreSQL does not know is written for each.
 */
export type Migration = string | { readonly embedded: string; readonly postgres: string };
