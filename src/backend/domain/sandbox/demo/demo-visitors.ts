import { inboxOf } from '../../../../networks/capabilities.js';
import type { Clock } from '../../../base/clock.js';
import type { Random } from '../../../base/random.js';
import { personOf } from '../../../simulators/shared/people.js';
import type { AccountRow, WorkspaceRow } from '../../../store/schema.js';
import type { Store } from '../../../store/store.js';
import type { DemoVisitRow } from '../../../store/tables/inbox-rows.js';
import { workspaceNow } from '../../../store/workspace-clock.js';
import { writeAsPerson } from '../write-as-person.js';
import { type Visit, visitsAfter, visitsBefore } from './demo-people.js';

const EVENTS_AT_ONCE = 200;

interface DemoDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

/** Lets simulated people write to the sandbox workspaces of a demo, some time after each published post. */
export class DemoVisitors {
  readonly #dependencies: DemoDependencies;
  #started = false;

  constructor(dependencies: DemoDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Plans visits for newly published posts, and carries out the visits that are due. The first call does nothing: it
   * comes while the server starts, which must not wait for the writes of simulated people.
   */
  async arrive(): Promise<void> {
    if (!this.#started) {
      this.#started = true;
      return;
    }
    const workspaces = await this.#dependencies.store.db
      .selectFrom('workspaces')
      .selectAll()
      .where('sandbox', '=', 1)
      .execute();
    for (const workspace of workspaces) {
      await this.#plan(workspace);
      await this.#runDue(workspace);
    }
  }

  async #plan(workspace: WorkspaceRow): Promise<void> {
    const { store } = this.#dependencies;
    const progress = await store.db
      .selectFrom('inbox_progress')
      .select('last_event_seq')
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst();
    const after = progress?.last_event_seq ?? 0;
    const events = await store.db
      .selectFrom('events')
      .select(['seq', 'type', 'data_json', 'created_at'])
      .where('workspace_id', '=', workspace.id)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(EVENTS_AT_ONCE)
      .execute();
    if (progress && events.length === 0) return;
    const visits = progress ? [] : await this.#firstVisits(workspace);
    for (const event of events) {
      if (event.type !== 'target.published') continue;
      const { targetId }: { readonly targetId: string } = JSON.parse(event.data_json);
      visits.push(...(await this.#visitsOf(targetId, event.created_at)));
    }
    const last_event_seq = events.at(-1)?.seq ?? after;
    await store.write(async (trx) => {
      if (visits.length > 0) {
        await trx
          .insertInto('demo_visits')
          .values(visits)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      await trx
        .insertInto('inbox_progress')
        .values({ workspace_id: workspace.id, last_event_seq })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ last_event_seq }))
        .execute();
    });
  }

  async #firstVisits(workspace: WorkspaceRow): Promise<DemoVisitRow[]> {
    const now = workspaceNow(workspace, this.#dependencies.clock.now());
    const accounts = await this.#dependencies.store.db
      .selectFrom('accounts')
      .select(['id', 'platform'])
      .where('workspace_id', '=', workspace.id)
      .where('simulated', '=', 1)
      .execute();
    return accounts
      .filter(({ platform }) => inboxOf(platform, true)?.messages)
      .flatMap(({ id }) =>
        visitsBefore(id).map(({ afterMs, visit }, place) => ({
          id: `${id}/${place}`,
          workspace_id: workspace.id,
          account_id: id,
          network_post_id: null,
          visit_json: JSON.stringify(visit),
          due_at: now + afterMs,
        })),
      );
  }

  async #visitsOf(targetId: string, publishedAt: number): Promise<DemoVisitRow[]> {
    const target = await this.#dependencies.store.db
      .selectFrom('targets')
      .selectAll()
      .where('id', '=', targetId)
      .executeTakeFirst();
    if (!target || target.network_post_id === null) return [];
    const { comments, messages } = inboxOf(target.platform, true) ?? {};
    const { network_post_id, account_id, workspace_id } = target;
    return visitsAfter(targetId).flatMap(({ kind, afterMs, visit }, place): DemoVisitRow[] =>
      (kind === 'comment' ? comments : messages)
        ? [
            {
              id: `${targetId}/${place}`,
              workspace_id,
              account_id,
              network_post_id: kind === 'comment' ? network_post_id : null,
              visit_json: JSON.stringify(visit),
              due_at: publishedAt + afterMs,
            },
          ]
        : [],
    );
  }

  async #runDue(workspace: WorkspaceRow): Promise<void> {
    const { store, clock } = this.#dependencies;
    const due = await store.db
      .selectFrom('demo_visits')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .where('due_at', '<=', workspaceNow(workspace, clock.now()))
      .orderBy('due_at')
      .orderBy('id')
      .limit(EVENTS_AT_ONCE)
      .execute();
    for (const one of due) {
      await store.write((trx) => trx.deleteFrom('demo_visits').where('id', '=', one.id).execute());
      const account = await store.db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', one.account_id)
        .executeTakeFirst();
      if (account) await this.#write(account, one);
    }
  }

  async #write(
    account: AccountRow,
    { network_post_id, visit_json, due_at: at }: DemoVisitRow,
  ): Promise<void> {
    const { person: who, text, fromAd }: Visit = JSON.parse(visit_json);
    const person = personOf(who.handle, who.displayName);
    const texts = [text];
    await writeAsPerson(
      this.#dependencies,
      account,
      network_post_id === null
        ? { kind: 'message', person, texts, attachments: [], fromAd, at }
        : {
            kind: 'comment',
            networkPostId: network_post_id,
            parentId: null,
            person,
            texts,
            hidden: false,
            live: false,
            at,
          },
    );
  }
}
