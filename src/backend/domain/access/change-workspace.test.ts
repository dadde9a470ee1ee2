import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../../test/support/test-store.js';
import { systemClock } from '../../base/clock.js';
import { randomIds } from '../../base/ids.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { changedFromTerminal } from './actors.js';
import { changeWorkspace, InvalidWorkspaceChange, type WorkspaceInput } from './change-workspace.js';
import { createWorkspace, findWorkspace } from './workspaces.js';

const clockAndIds = { clock: systemClock, ids: randomIds };
const AS_MADE = { name: 'Bakery', timezone: 'UTC', sandbox: true };

let store: Store;
let workspace: WorkspaceRow;
beforeEach(async () => {
  store = await openTestStore();
  workspace = await createWorkspace(store, AS_MADE, clockAndIds);
});
afterEach(() => store.close());

async function change(wish: WorkspaceInput): Promise<WorkspaceRow> {
  return changeWorkspace(store, workspace, wish, await changedFromTerminal(store, workspace, clockAndIds));
}

const noted = () =>
  store.db
    .selectFrom('activity')
    .select(['operation', 'object_id', 'summary'])
    .where('workspace_id', '=', workspace.id)
    .execute();

describe('changing a workspace', () => {
  it('gives it another name and zone, and notes who did', async () => {
    const after = await change({ name: ' The Bakery ', timezone: 'europe/berlin' });
    expect(after).toEqual({ ...workspace, name: 'The Bakery', timezone: 'Europe/Berlin' });
    expect(await findWorkspace(store, workspace.id)).toEqual(after);
    expect(await noted()).toEqual([
      {
        operation: 'workspace.change',
        object_id: workspace.id,
        summary: 'named it “The Bakery”, set its time zone to Europe/Berlin, from UTC',
      },
    ]);
  });

  it('leaves what was not named, and all other workspaces, as they are', async () => {
    const other = await createWorkspace(store, { ...AS_MADE, name: 'Café' }, clockAndIds);
    expect(await change({ timezone: 'Asia/Tokyo' })).toEqual({ ...workspace, timezone: 'Asia/Tokyo' });
    expect(await findWorkspace(store, other.id)).toEqual(other);
  });

  it('notes nothing where all is as it was wished for', async () => {
    expect(await change({})).toEqual(workspace);
    expect(await change(AS_MADE)).toEqual(workspace);
    expect(await noted()).toEqual([]);
  });

  it.each<[string, WorkspaceInput, RegExp]>([
    ['no name', { name: '  ', timezone: 'Asia/Tokyo' }, /needs a name/],
    ['a name that is too long', { name: 'x'.repeat(101), timezone: 'Asia/Tokyo' }, /at most 100/],
    ['an abbreviation', { timezone: 'CEST' }, /Name an IANA time zone, such as/],
    ['a slip', { timezone: 'Europe/Belrin' }, /Europe\/Berlin/],
  ])('is refused for %s, and nothing is changed', async (_, wish, why) => {
    const refused = await change(wish).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidWorkspaceChange);
    expect(refused).toHaveProperty('message', expect.stringMatching(why));
    expect(await findWorkspace(store, workspace.id)).toEqual(workspace);
    expect(await noted()).toEqual([]);
  });
});
