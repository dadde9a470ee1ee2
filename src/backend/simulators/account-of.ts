import { type SqlBool, sql } from 'kysely';

/**
 * Joins a table of the simulated networks with the connected account, which is aliased `account`. The tables name it as
 * the network does, because what a network remembers outlives the connection.
 *
 * @param row the alias of a table with `workspace_id`, `platform` and `network_user_id`
 */
export const isAccountOf = (row: string) =>
  sql<SqlBool>`account.workspace_id = ${sql.ref(`${row}.workspace_id`)} and account.platform = ${sql.ref(`${row}.platform`)} and account.network_user_id = ${sql.ref(`${row}.network_user_id`)}`;
