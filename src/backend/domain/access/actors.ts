import { SCOPE_NAMES, type Scope } from '../../../contract/scopes.js';
import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { ActingPerson } from '../../operations/call.js';
import type { ChangedBy } from '../../store/activity.js';
import type { ApiKeyRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';

/** Who acts without an API key: a person in the dashboard, or a terminal on the backend's machine. */
export type Actor = Pick<ActingPerson, 'id' | 'name'> | 'terminal';

/** How history and activity name changes from a terminal. */
const TERMINAL_LABEL = 'Command line';

/** Every scope that exists in a workspace. */
export function allScopesOf(workspace: WorkspaceRow): Scope[] {
  return SCOPE_NAMES.filter((scope) => scope !== 'test:control' || workspace.sandbox === 1);
}

/**
 * Actors have an internal key without a text: nobody can send it, and lists of keys do not show it. Each person has their
 * own in every workspace, with their name as its label.
 *
 * @returns the key's id; the key is created on first use
 */
export async function actorKeyId(
  store: Store,
  workspace: WorkspaceRow,
  actor: Actor,
  clockAndIds: ClockAndIds,
): Promise<string> {
  return (
    (await findActorKey(store, workspace.id, actor)) ??
    (await store.write((trx) => ensureActorKey(trx, workspace, actor, clockAndIds)))
  );
}

/** The author of a change made with a command. */
export async function changedFromTerminal(
  store: Store,
  workspace: WorkspaceRow,
  clockAndIds: ClockAndIds,
): Promise<ChangedBy> {
  const now = clockAndIds.clock.now();
  return {
    apiKeyId: await actorKeyId(store, workspace, 'terminal', clockAndIds),
    requestId: clockAndIds.ids.next('request', now),
    now: workspaceNow(workspace, now),
  };
}

/** Names the changes that a person made, and makes, by another name. */
export async function relabelPerson(trx: Write, personId: string, name: string): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ label: name })
    .where('person_id', '=', personId)
    .where('kind', '=', 'person')
    .execute();
}

async function findActorKey(
  { db }: Pick<Store, 'db'>,
  workspaceId: string,
  actor: Actor,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kindOf(actor))
    .where('person_id', actor === 'terminal' ? 'is' : '=', actor === 'terminal' ? null : actor.id)
    .executeTakeFirst();
  return row?.id;
}

/** The id of an actor's key, in a transaction. */
export async function ensureActorKey(
  trx: Write,
  workspace: WorkspaceRow,
  actor: Actor,
  { clock, ids }: ClockAndIds,
): Promise<string> {
  const earlier = await findActorKey({ db: trx }, workspace.id, actor);
  if (earlier !== undefined) return earlier;
  const id = ids.next('apiKey', clock.now());
  await trx
    .insertInto('api_keys')
    .values({
      id,
      workspace_id: workspace.id,
      kind: kindOf(actor),
      person_id: actor === 'terminal' ? null : actor.id,
      label: actor === 'terminal' ? TERMINAL_LABEL : actor.name,
      prefix: '',
      // Not the hash of any text, so the key cannot be used to authenticate.
      hash: `${actor === 'terminal' ? actor : actor.id} of ${workspace.id}`,
      scopes_json: JSON.stringify(allScopesOf(workspace)),
      created_at: clock.now(),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      confirm: null,
      read_only: 0,
      toolsets_json: null,
    })
    .execute();
  return id;
}

function kindOf(actor: Actor): ApiKeyRow['kind'] {
  return actor === 'terminal' ? 'terminal' : 'person';
}
