import type { Handlers } from '../../operations/call.js';
import { testAccountHandlers } from './accounts.js';
import { answerHandlers } from './answers.js';
import { clockHandlers } from './clock.js';
import { faultHandlers } from './faults.js';
import { type InboundDependencies, inboundHandlers } from './inbound.js';
import { outboxHandlers } from './outbox.js';
import { resetHandlers } from './reset.js';
import { metricHandlers } from './set-metrics.js';
import { type SnapshotDependencies, snapshotHandlers } from './snapshots.js';
import { triggerHandlers } from './trigger-event.js';

/** The `/v1/test` routes of sandbox workspaces. */
export function testHandlers(dependencies: SnapshotDependencies & InboundDependencies) {
  const { faults } = dependencies;
  return {
    ...clockHandlers(dependencies),
    ...testAccountHandlers,
    ...faultHandlers(faults),
    ...outboxHandlers,
    ...metricHandlers,
    ...answerHandlers,
    ...inboundHandlers(dependencies),
    ...triggerHandlers,
    ...resetHandlers(dependencies, faults),
    ...snapshotHandlers(dependencies),
  } satisfies Partial<Handlers>;
}
