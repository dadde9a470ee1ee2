import type { Handlers } from '../../operations/call.js';
import { testAccountHandlers } from './accounts.js';
import { answerHandlers } from './answers.js';
import { clockHandlers } from './clock.js';
import { faultHandlers } from './faults.js';
import { type InboundDependencies, inboundHandlers } from './inbound.js';
import { outboxHandlers } from './outbox.js';
import { resetHandlers } from './reset.js';
import { type SnapshotDependencies, snapshotHandlers } from './snapshots.js';
import { triggerHandlers } from './trigger-event.js';

/** The test routes: what a test needs of a sandbox workspace. */
export function testHandlers(ports: SnapshotDependencies & InboundDependencies) {
  const { faults } = ports;
  return {
    ...clockHandlers(ports),
    ...testAccountHandlers,
    ...faultHandlers(faults),
    ...outboxHandlers,
    ...answerHandlers,
    ...inboundHandlers(ports),
    ...triggerHandlers,
    ...resetHandlers(ports, faults),
    ...snapshotHandlers(ports),
  } satisfies Partial<Handlers>;
}
