import { SCOPE_NAMES, type Scope } from '../../../contract/scopes.js';
import type { ChangedBy } from '../../store/activity.js';
import type { ApiKeyRow, WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import type { ClockAndIds } from './workspaces.js';

/** Who acts without a key of their own: a person in the dashboard, and whoever types on the backend's machine. */
export type Actor = Exclude<ApiKeyRow['kind'], 'key'>;

/** What stands in history and activity for what they did. */
export const ACTOR_LABELS: Readonly<Record<Actor, string>> = {
  person: 'You, in the dashboard',
  terminal: 'Somebody at the command line',
};

/** Everything that a workspace knows. */
export function allScopesOf(workspace: WorkspaceRow): Scope[] {
  return SCOPE_NAMES.filter((scope) => scope !== 'test:control' || workspace.sandbox === 1);
}

/**
 * A hand acts by a key that has no text: nobody can send it, and it is in no list of keys.
 *
 * @returns the key's id; it is made where the workspace has none yet
 */
export async function actorKeyId(
  store: Store,
  workspace: WorkspaceRow,
  hand: Actor,
  clockAndIds: ClockAndIds,
): Promise<string> {
  return (await knownKey(store, workspace.id, hand)) ?? (await makeKey(store, workspace, hand, clockAndIds));
}

/** By whom something is changed that somebody types a command about. */
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

async function knownKey(
  { db }: Pick<Store, 'db'>,
  workspaceId: string,
  hand: Actor,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', hand)
    .executeTakeFirst();
  return row?.id;
}

function makeKey(
  store: Store,
  workspace: WorkspaceRow,
  hand: Actor,
  { clock, ids }: ClockAndIds,
): Promise<string> {
  return store.write(async (trx) => {
    const earlier = await knownKey({ db: trx }, workspace.id, hand);
    if (earlier !== undefined) return earlier;
    const id = ids.next('apiKey', clock.now());
    await trx
      .insertInto('api_keys')
      .values({
        id,
        workspace_id: workspace.id,
        kind: hand,
        label: ACTOR_LABELS[hand],
        prefix: '',
        // No text has a hash like this: it opens nothing.
        hash: `${hand} of ${workspace.id}`,
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
