import { SCOPE_NAMES, type Scope } from '../../../contract/scopes.js';
import type { ChangedBy } from '../../store/activity.js';
import type { ApiKeyRow, WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import type { ClockAndIds } from './workspaces.js';

/** Who acts without an API key: a person in the dashboard, or a terminal on the backend's machine. */
export type Actor = Exclude<ApiKeyRow['kind'], 'key'>;

/** How history and activity name them. */
export const ACTOR_LABELS: Readonly<Record<Actor, string>> = {
  person: 'You, in the dashboard',
  terminal: 'Command line',
};

/** Every scope that exists in a workspace. */
export function allScopesOf(workspace: WorkspaceRow): Scope[] {
  return SCOPE_NAMES.filter((scope) => scope !== 'test:control' || workspace.sandbox === 1);
}

/**
 * Actors have an internal key without a text: nobody can send it, and lists of keys do not show it.
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
    (await createActorKey(store, workspace, actor, clockAndIds))
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

async function findActorKey(
  { db }: Pick<Store, 'db'>,
  workspaceId: string,
  actor: Actor,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', actor)
    .executeTakeFirst();
  return row?.id;
}

function createActorKey(
  store: Store,
  workspace: WorkspaceRow,
  actor: Actor,
  { clock, ids }: ClockAndIds,
): Promise<string> {
  return store.write(async (trx) => {
    const earlier = await findActorKey({ db: trx }, workspace.id, actor);
    if (earlier !== undefined) return earlier;
    const id = ids.next('apiKey', clock.now());
    await trx
      .insertInto('api_keys')
      .values({
        id,
        workspace_id: workspace.id,
        kind: actor,
        label: ACTOR_LABELS[actor],
        prefix: '',
        // Not the hash of any text, so the key cannot be used to authenticate.
        hash: `${actor} of ${workspace.id}`,
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
  });
}
