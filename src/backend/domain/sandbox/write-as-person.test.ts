import { afterEach, beforeEach, expect, it } from 'vitest';
import { START } from '../../../../test/support/networks/network-scene.js';
import { accountRow, workspaceRow } from '../../../../test/support/rows/rows.js';
import { openTestStore } from '../../../../test/support/test-store.js';
import { systemClock } from '../../base/clock.js';
import { personOf } from '../../simulators/shared/people.js';
import type { Store } from '../../store/store.js';
import { writeAsPerson } from './write-as-person.js';

let store: Store;

beforeEach(async () => {
  store = await openTestStore();
});

afterEach(() => store.close());

it('writes nothing without its notification, even if the process is killed after any commit', async () => {
  const account = accountRow('acc_1', 'ws_1', 'facebook', START);
  await store.write(async (trx) => {
    await trx.insertInto('workspaces').values(workspaceRow('ws_1', START)).execute();
    await trx.insertInto('accounts').values(account).execute();
  });
  const person = personOf('anna');
  const writes = { person, at: START, texts: ['One', 'Two'] };
  for (let commits = 0; commits < 5; commits += 1) {
    let left = commits;
    const killed: Store = {
      ...store,
      write: (work) => (left-- > 0 ? store.write(work) : Promise.reject(new Error('killed'))),
    };
    const dependencies = { store: killed, clock: systemClock, random: Math.random };
    const networkPostId = `page_${commits}`;
    await Promise.allSettled([
      writeAsPerson(dependencies, account, {
        ...{ ...writes, kind: 'comment', networkPostId, parentId: null, hidden: false, live: false },
      }),
      writeAsPerson(dependencies, account, { ...writes, kind: 'message', attachments: [], fromAd: false }),
    ]);
    const count = async (table: 'network_comments' | 'network_messages' | 'inbox_notices') =>
      (await store.db.selectFrom(table).select('workspace_id').execute()).length;
    const written = (await count('network_comments')) + (await count('network_messages'));
    expect(written).toBe(2 * (await count('inbox_notices')));
  }
});
