import { randomIds } from '../../../src/backend/base/ids.js';
import { silentLog } from '../../../src/backend/base/log.js';
import { startSender } from '../../../src/backend/domain/inbox/sending/sender.js';
import { MemoryStorage } from '../../../src/backend/files/memory-storage.js';
import { ChangeNotifier } from '../../../src/backend/work/change-notifier.js';
import { TIMINGS } from '../../../src/backend/work/timing.js';
import { WorkspaceTimers } from '../../../src/backend/work/workspace-timers.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { PublishingHarness } from '../../support/publishing-harness.js';
import { BreakingNetwork, type Call, type PlannedFault } from './breaking-network.js';
import { gatewayTo } from './http-delivery.js';
import { ANSWER, type AnswerKind, queueAnswer } from './queued-answers.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEPS = [...Array<number>(24).fill(5 * SECOND), ...Array<number>(90).fill(MINUTE)];

/** What became of an answer. */
export interface ReplyOutcome {
  readonly status: string | null;
  /** How often the network shows it. */
  readonly seen: number;
  readonly calls: readonly Call[];
  readonly faults: number;
}

/** Answers somebody on a real account, whose network is reached over HTTP, until the outcome is settled. */
export async function answerOverHttp(
  platform: Platform,
  kind: AnswerKind,
  planned: PlannedFault | null,
): Promise<ReplyOutcome> {
  const harness = await PublishingHarness.open();
  const network = await BreakingNetwork.start(platform, planned);
  try {
    const id = await queueAnswer(kind, harness, network);
    const sender = startSender({
      ...{ store: harness.store, clock: harness.clock, ids: randomIds, log: silentLog, timings: TIMINGS },
      timers: new WorkspaceTimers(harness.clock),
      gateway: gatewayTo(network, harness),
      media: new MemoryStorage(),
      changes: new ChangeNotifier(),
    });
    const statusNow = async () => {
      const select = harness.store.db.selectFrom(kind === 'reply' ? 'comments' : 'messages').select('status');
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
