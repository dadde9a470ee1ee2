import type { Handlers } from '../http/call.js';
import { testAccountHandlers } from './accounts.js';
import { clockHandlers } from './clock.js';
import { type Faults, faultHandlers } from './faults.js';
import { type InboundPorts, inboundHandlers } from './inbound.js';
import type { ClockPorts } from './move-clock.js';
import { outboxHandlers } from './outbox.js';
import { resetHandlers } from './reset.js';

/** The test routes: what a test needs of a sandbox workspace. */
export function testHandlers(ports: ClockPorts & InboundPorts, faults: Faults) {
  return {
    ...clockHandlers(ports),
    ...testAccountHandlers,
    ...faultHandlers(faults),
    ...outboxHandlers,
    ...inboundHandlers(ports),
    ...resetHandlers(ports, faults),
  } satisfies Partial<Handlers>;
}
