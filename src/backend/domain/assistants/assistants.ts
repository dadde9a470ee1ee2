import type { Role } from '../../../contract/roles.js';
import { isScope, type Scope } from '../../../contract/scopes.js';
import type { KeyPolicy } from '../../../contract/service/me.js';
import type { ChangedBy } from '../../store/activity.js';
import type { ApiKeyRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { policyOf } from '../access/api-keys.js';
import { columnsOfGrant, endConnection, type Grant, recordConnection } from './connections.js';
import { type AssistantPreset, assistantWords, presetWith } from './presets.js';

/** A connected assistant. Instants are epoch milliseconds of system time. */
export interface Assistant {
  readonly id: string;
  /** `Claude (claude.ai)`. */
  readonly label: string;
  /** The id of its OAuth client: the address of its document, or one that it registered under. */
  readonly clientId: string;
  /** Who connected it. */
  readonly person: { readonly id: string; readonly name: string; readonly role: Role | null };
  readonly scopes: readonly Scope[];
  /** Null: scopes that no preset has. */
  readonly preset: AssistantPreset | null;
  readonly policy: KeyPolicy;
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
  /** When it was disconnected; null: it is connected. */
  readonly endedAt: number | null;
}

/** Ended connections that are listed. */
const MAX_ENDED = 50;

/**
 * The assistants of a workspace: the connected ones, newest first, then those that ended last.
 *
 * @param personId only those of one person
 */
export async function listAssistants(
  { db }: Pick<Store, 'db'>,
  workspaceId: string,
  personId?: string,
): Promise<Assistant[]> {
  const rows = (isActive: boolean) =>
    selectAssistants({ db }, workspaceId)
      .$if(personId !== undefined, (some) => some.where('key.person_id', '=', personId ?? ''))
      .where('key.revoked_at', isActive ? 'is' : 'is not', null)
      .orderBy(isActive ? 'key.created_at' : 'key.revoked_at', 'desc')
      .orderBy('key.id', 'desc')
      .$if(!isActive, (some) => some.limit(MAX_ENDED))
      .execute();
  return [...(await rows(true)), ...(await rows(false))].map(assistantOf);
}

export async function findAssistant(
  store: Pick<Store, 'db'>,
  workspaceId: string,
  id: string,
): Promise<Assistant | null> {
  const row = await selectAssistants(store, workspaceId).where('key.id', '=', id).executeTakeFirst();
  return row ? assistantOf(row) : null;
}

/** Gives a connected assistant other rights, effective with its next request. Its tokens stay. */
export async function changeAssistant(
  store: Store,
  workspaceId: string,
  { id, label }: Pick<Assistant, 'id' | 'label'>,
  grant: Grant,
  by: ChangedBy,
): Promise<void> {
  await store.write(async (trx) => {
    const before = await trx
      .selectFrom('api_keys')
      .select('scopes_json')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirst();
    const { numUpdatedRows } = await trx
      .updateTable('api_keys')
      .set(columnsOfGrant(grant))
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'connection')
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (before === undefined || numUpdatedRows === 0n) return;
    const [from, to] = [JSON.parse(before.scopes_json), grant.scopes].map(assistantWords);
    const summary = `changed “${label}”: ${from === to ? 'its limits' : `from ${from} to ${to}`}`;
    await recordConnection(trx, workspaceId, id, by, { operation: 'assistants.change', summary });
  });
}

/**
 * Disconnects an assistant, effective at once.
 *
 * @param now system time
 */
export async function endAssistant(
  store: Store,
  workspaceId: string,
  { id, label }: Pick<Assistant, 'id' | 'label'>,
  now: number,
  by: ChangedBy,
): Promise<void> {
  await store.write(async (trx) => {
    if (!(await endConnection(trx, id, now))) return;
    const summary = `disconnected “${label}”`;
    await recordConnection(trx, workspaceId, id, by, { operation: 'assistants.end', summary });
  });
}

type Row = Pick<
  ApiKeyRow,
  | 'id'
  | 'label'
  | 'scopes_json'
  | 'created_at'
  | 'last_used_at'
  | 'revoked_at'
  | 'confirm'
  | 'read_only'
  | 'toolsets_json'
  | 'client_id'
  | 'person_id'
> & { readonly person_name: string | null; readonly person_role: Role | null };

function selectAssistants({ db }: Pick<Store, 'db'>, workspaceId: string) {
  return db
    .selectFrom('api_keys as key')
    .leftJoin('people as person', 'person.id', 'key.person_id')
    .leftJoin('memberships as membership', (join) =>
      join
        .onRef('membership.person_id', '=', 'key.person_id')
        .onRef('membership.workspace_id', '=', 'key.workspace_id'),
    )
    .select(['key.id', 'key.label', 'key.scopes_json', 'key.created_at', 'key.last_used_at'])
    .select(['key.revoked_at', 'key.confirm', 'key.read_only', 'key.toolsets_json', 'key.client_id'])
    .select(['key.person_id', 'person.display_name as person_name', 'membership.role as person_role'])
    .where('key.workspace_id', '=', workspaceId)
    .where('key.kind', '=', 'connection');
}

function assistantOf(row: Row): Assistant {
  const stored: readonly string[] = JSON.parse(row.scopes_json);
  const scopes = stored.filter(isScope);
  return {
    id: row.id,
    label: row.label,
    clientId: row.client_id ?? '',
    person: { id: row.person_id ?? '', name: row.person_name ?? '', role: row.person_role },
    scopes,
    preset: presetWith(scopes),
    policy: policyOf(row),
    connectedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    endedAt: row.revoked_at,
  };
}
