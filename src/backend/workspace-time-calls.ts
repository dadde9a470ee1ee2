import type { Clock } from './clock.js';
import type { Caller, Handlers } from './http/call.js';
import { workspaceNow } from './workspace-clock.js';

interface AnyCall {
  readonly caller: Caller | null;
  readonly now: number;
}

/** Handlers that are given, as `call.now`, the present time of their caller's workspace. */
export function inWorkspaceTime(handlers: Handlers, clock: Clock): Handlers {
  const entries = Object.entries(handlers).map(([id, handler]) => {
    // Each handler gets the very call that was made for it: only its time is another.
    const handle = handler as (call: AnyCall) => Promise<unknown>;
    return [id, (call: AnyCall) => handle(withWorkspaceTime(call, clock))];
  });
  return Object.fromEntries(entries) as Handlers;
}

function withWorkspaceTime(call: AnyCall, clock: Clock): AnyCall {
  const { caller } = call;
  if (caller === null) return call;
  return Object.create(call, {
    now: { enumerable: true, get: () => workspaceNow(caller.workspace, clock.now()) },
  });
}
