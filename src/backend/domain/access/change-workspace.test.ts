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

async function change(input: WorkspaceInput): Promise<WorkspaceRow> {
  return changeWorkspace(store, workspace, input, await changedFromTerminal(store, workspace, clockAndIds));
}

const noted = () =>
  store.db
    .selectFrom('activity')
    .select(['operation', 'object_id', 'summary'])
    .where('workspace_id', '=', workspace.id)
    .execute();

describe('changing a workspace', () => {
  it('changes its name and zone, and records who did', async () => {
    const after = await change({ name: ' The Bakery ', timezone: 'europe/berlin' });
    expect(after).toEqual({ ...workspace, name: 'The Bakery', timezone: 'Europe/Berlin' });
    expect(await findWorkspace(store, workspace.id)).toEqual(after);
    expect(await noted()).toEqual([
      {
        operation: 'workspace.change',
        object_id: workspace.id,
        summary: 'renamed to “The Bakery”, changed the time zone from UTC to Europe/Berlin',
      },
    ]);
  });

  it('does not change other fields or other workspaces', async () => {
    const other = await createWorkspace(store, { ...AS_MADE, name: 'Café' }, clockAndIds);
    expect(await change({ timezone: 'Asia/Tokyo' })).toEqual({ ...workspace, timezone: 'Asia/Tokyo' });
    expect(await findWorkspace(store, other.id)).toEqual(other);
  });

  it('records nothing if nothing changes', async () => {
    expect(await change({})).toEqual(workspace);
    expect(await change(AS_MADE)).toEqual(workspace);
    expect(await noted()).toEqual([]);
  });

  it.each<[string, WorkspaceInput, RegExp]>([
    ['no name', { name: '  ', timezone: 'Asia/Tokyo' }, /needs a name/],
    ['a name that is too long', { name: 'x'.repeat(101), timezone: 'Asia/Tokyo' }, /at most 100/],
    ['an abbreviation', { timezone: 'CEST' }, /Use an IANA time zone, such as/],
    ['a typo', { timezone: 'Europe/Belrin' }, /Europe\/Berlin/],
  ])('is rejected for %s, and nothing changes', async (_, input, why) => {
    const refused = await change(input).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidWorkspaceChange);
    expect(refused).toHaveProperty('message', expect.stringMatching(why));
    expect(await findWorkspace(store, workspace.id)).toEqual(workspace);
    expect(await noted()).toEqual([]);
  });
});
