import type { Scope } from '../../../contract/scopes.js';
import type { KeyPolicy } from '../../../contract/service/me.js';
import type { IdSource } from '../../base/ids.js';
import type { ActingPerson } from '../../operations/call.js';
import { type ChangedBy, type NewActivity, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { assistantWords } from './presets.js';

/** What a person lets an assistant do. */
export interface Grant {
  readonly scopes: readonly Scope[];
  readonly policy: KeyPolicy;
}

export interface NewConnection extends Grant {
  readonly workspace: WorkspaceRow;
  /** Who connects it. Their role limits it, now and later. */
  readonly person: ActingPerson;
  readonly clientId: string;
  readonly label: string;
  /**
   * Whether the client answers at its own web site, so that its earlier connection is the same assistant. Programs on the
   * person's machines have one connection each.
   */
  readonly isHosted: boolean;
}

/** The columns of a grant. */
export function columnsOfGrant({ scopes, policy }: Grant) {
  return {
    scopes_json: JSON.stringify(scopes),
    confirm: policy.confirm,
    read_only: policy.readOnly ? 1 : 0,
    toolsets_json: policy.toolsets && JSON.stringify(policy.toolsets),
  };
}

/**
 * Connects an assistant, or gives its connection what the person chose now.
 *
 * @param now system time
 * @returns the id of the connection
 */
export async function connect(
  trx: Write,
  connection: NewConnection,
  { ids, now, by }: { readonly ids: IdSource; readonly now: number; readonly by: ChangedBy },
): Promise<string> {
  const { workspace, person, clientId, label, isHosted } = connection;
  const columns = { ...columnsOfGrant(connection), label };
  const earlier = isHosted
    ? await trx
        .selectFrom('api_keys')
        .select('id')
        .where('client_id', '=', clientId)
        .where('workspace_id', '=', workspace.id)
        .where('person_id', '=', person.id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  const id = earlier?.id ?? ids.next('apiKey', now);
  if (earlier) await trx.updateTable('api_keys').set(columns).where('id', '=', id).execute();
  else {
    await trx
      .insertInto('api_keys')
      .values({
        ...{ id, workspace_id: workspace.id, kind: 'connection', client_id: clientId, prefix: '' },
        person_id: person.id,
        // Not the hash of any text: a connection uses access tokens.
        hash: `connection ${id}`,
        ...columns,
        ...{ created_at: now, expires_at: null, revoked_at: null, last_used_at: null },
      })
      .execute();
  }
  await recordConnection(trx, workspace.id, id, by, {
    operation: 'assistants.connect',
    summary: `${earlier ? 'reconnected' : 'connected'} “${label}”: ${assistantWords(connection.scopes)}`,
  });
  return id;
}

/**
 * Ends a connection, effective at once: its tokens and codes are deleted.
 *
 * @param now system time
 * @returns whether it had not ended before
 */
export async function endConnection(trx: Write, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('kind', '=', 'connection')
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('oauth_tokens').where('connection_id', '=', id).execute();
  await trx.deleteFrom('oauth_codes').where('connection_id', '=', id).execute();
  return numUpdatedRows > 0n;
}

export function recordConnection(
  trx: Write,
  workspaceId: string,
  id: string,
  by: ChangedBy,
  change: Pick<NewActivity, 'operation' | 'summary'>,
): Promise<void> {
  return recordActivity(trx, { workspaceId, objectId: id, ...by, ...change });
}
