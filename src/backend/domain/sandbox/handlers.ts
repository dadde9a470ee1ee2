import type { Handlers } from '../../operations/call.js';
import { testAccountHandlers } from './accounts.js';
import { answerHandlers } from './answers.js';
import { clockHandlers } from './clock.js';
import { faultHandlers } from './faults.js';
import { type InboundPorts, inboundHandlers } from './inbound.js';
import { outboxHandlers } from './outbox.js';
import { resetHandlers } from './reset.js';
import { type SnapshotPorts, snapshotHandlers } from './snapshots.js';

/** The test routes: what a test needs of a sandbox workspace. */
export function testHandlers(ports: SnapshotPorts & InboundPorts) {
  const { faults } = ports;
  return {
    ...clockHandlers(ports),
    ...testAccountHandlers,
    ...faultHandlers(faults),
    ...outboxHandlers,
    ...answerHandlers,
    ...inboundHandlers(ports),
    ...resetHandlers(ports, faults),
    ...snapshotHandlers(ports),
  } satisfies Partial<Handlers>;
}
