import { randomIds } from '../../../src/backend/base/ids.js';
import { silentLog } from '../../../src/backend/base/log.js';
import { insertSend } from '../../../src/backend/domain/inbox/sending/send-records.js';
import { startSender } from '../../../src/backend/domain/inbox/sending/sender.js';
import { MemoryStorage } from '../../../src/backend/files/memory-storage.js';
import { personAt, personOf } from '../../../src/backend/simulators/shared/people.js';
import { ChangeNotifier } from '../../../src/backend/work/change-notifier.js';
import { TIMINGS } from '../../../src/backend/work/timing.js';
import { WorkspaceTimers } from '../../../src/backend/work/workspace-timers.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { commentIdOn } from '../../support/networks/written-comments.js';
import { PublishingHarness } from '../../support/publishing-harness.js';
import { BreakingNetwork, type Call, type PlannedFault } from './breaking-network.js';
import { connectReal, gatewayTo } from './http-delivery.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEPS = [...Array<number>(24).fill(5 * SECOND), ...Array<number>(90).fill(MINUTE)];

const QUESTION = 'Do you have oat milk?';
const ANSWER = 'We do, of course.';

/** What became of a reply. */
export interface ReplyOutcome {
  readonly status: string | null;
  /** How often the network shows it. */
  readonly seen: number;
  readonly calls: readonly Call[];
  readonly faults: number;
}

/** Answers one comment on a real account, whose network is reached over HTTP, until the outcome is settled. */
export async function answerOverHttp(
  platform: Platform,
  planned: PlannedFault | null,
): Promise<ReplyOutcome> {
  const harness = await PublishingHarness.open();
  const network = await BreakingNetwork.start(platform, planned);
  try {
    const id = await queueReply(harness, network);
    const sender = startSender({
      ...{ store: harness.store, clock: harness.clock, ids: randomIds, log: silentLog, timings: TIMINGS },
      timers: new WorkspaceTimers(harness.clock),
      gateway: gatewayTo(network, harness),
      media: new MemoryStorage(),
      changes: new ChangeNotifier(),
    });
    const statusNow = async () => {
      const select = harness.store.db.selectFrom('comments').select('status');
      return (await select.where('id', '=', id).executeTakeFirstOrThrow()).status;
    };
    for (const step of STEPS) {
      await sender.runDue();
      if ((await statusNow()) !== 'sending') break;
      harness.clock.advance(step);
    }
    await sender.stop();
    const seen = (await network.shown()).filter((text) => text.includes(ANSWER)).length;
    return { status: await statusNow(), seen, calls: network.calls, faults: network.faults };
  } finally {
    await harness.close();
    await network.close();
  }
}

/** A post with a comment, and the reply to it, which is due. @returns the reply's id */
async function queueReply(harness: PublishingHarness, network: BreakingNetwork): Promise<string> {
  const { scene } = network.served;
  const { clock, store } = harness;
  const { platform } = scene;
  network.served.now = () => clock.now();
  scene.now = clock.now();
  scene.unlimited = true;
  const accountId = 'acc_real';
  await harness.addAccount(accountId, platform);
  const targetId = await harness.schedule(MINUTE * 60 * 24, [], { accountId, platform });
  const { post_id: postId } = await harness.target(targetId);
  await connectReal(harness, network, accountId);
  const { networkPostId } = await scene.publish(scene.post('Good morning'));
  const author = personAt(platform, personOf('mia.b', 'Mia'));
  const authorId = author.networkUserId;
  const commentId = commentIdOn(platform, { networkPostId, parentId: null, authorId, at: clock.now() });
  const by = { networkPostId, parentId: null, networkUserId: authorId, author };
  await scene.memory.addComment({ ...by, commentId, text: QUESTION, createdAt: clock.now() });
  const now = clock.now();
  const shared = {
    ...{ workspace_id: 'ws_1', account_id: accountId, platform, post_id: postId },
    ...{ network_post_id: networkPostId, author_handle: 'mia.b', author_name: 'Mia' },
    ...({ live: 0, listed: 1, unread: 0 } as const),
    ...{
      state: 'visible' as const,
      error_json: null,
      url: null,
      private_message_id: null,
      created_at: now,
    },
  } as const;
  const [asked, id] = [randomIds.next('comment', now), randomIds.next('comment', now)];
  const content = {
    kind: 'comment',
    ...{ networkPostId, parentId: commentId, attachesTo: commentId, text: ANSWER },
  } as const;
  await store.write(async (trx) => {
    await trx
      .insertInto('comments')
      .values([
        {
          ...{ ...shared, id: asked, thread_id: asked, parent_id: null, network_comment_id: commentId },
          ...{ author_id: authorId, text: QUESTION, status: null },
          ...({ is_own: 0, awaiting: 1 } as const),
        },
        {
          ...{ ...shared, id, thread_id: asked, parent_id: asked, network_comment_id: null },
          listed: 0,
          ...{ author_id: 'own', text: ANSWER },
          ...({ is_own: 1, status: 'sending', awaiting: 0 } as const),
        },
      ])
      .execute();
    const workspace = await trx.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
    await insertSend(trx, { id, accountId, content }, { workspace, now, systemNow: now });
  });
  return id;
}
