import type { Services } from '../../operations/services.js';
import type { PersonRoutes } from '../routes.js';
import { type LivePorts, LiveStreams } from './streams.js';

/** What tells open pages that they are out of date. */
export function addLive(routes: PersonRoutes, services: Services, ports: LivePorts): void {
  const streams = new LiveStreams(services, ports);
  routes.show('/live', ({ session, request, context }) => streams.answer(session, request, context));
}
