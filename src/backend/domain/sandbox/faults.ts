import type { FaultEffect, SetFault, TestFault } from '../../../contract/sandbox/sandbox.js';
import { type Random, seededRandom } from '../../base/random.js';
import type { Call, Handlers } from '../../operations/call.js';
import type { AccountRow } from '../../store/schema.js';
import { requireSandbox } from './require-sandbox.js';

/** The parts of a request that faults match on. */
export interface FaultyRequest {
  readonly method: string;
  readonly path: string;
  /** The network it is sent to; null for a request to this API. */
  readonly platform: AccountRow['platform'] | null;
}

interface Armed {
  readonly fault: SetFault;
  readonly id: string;
  readonly draw: Random;
  hits: number;
}

/** The faults configured for tests, by workspace. They are kept in memory. */
export class Faults {
  readonly #armed = new Map<string, Armed[]>();
  #count = 0;

  /** Lets requests skip fault matching if no fault is set. */
  get none(): boolean {
    return this.#armed.size === 0;
  }

  list(workspaceId: string): TestFault[] {
    return (this.#armed.get(workspaceId) ?? []).map(({ fault, id, hits }) => ({
      ...fault,
      id,
      affected: hits,
    }));
  }

  set(workspaceId: string, fault: SetFault): TestFault {
    this.#count += 1;
    const armed: Armed = {
      fault,
      id: `fault_${this.#count}`,
      draw: seededRandom(fault.seed ?? 1),
      hits: 0,
    };
    this.#armed.set(workspaceId, [...(this.#armed.get(workspaceId) ?? []), armed]);
    return { ...fault, id: armed.id, affected: 0 };
  }

  clear(workspaceId: string): void {
    this.#armed.delete(workspaceId);
  }

  /** Returns the effect on a request, or null. Counts a hit of the first fault that matches. */
  take(workspaceId: string, request: FaultyRequest): FaultEffect | null {
    for (const armed of this.#armed.get(workspaceId) ?? []) {
      if (!matches(armed, request)) continue;
      if (armed.fault.probability !== undefined && armed.draw() >= armed.fault.probability) continue;
      armed.hits += 1;
      return armed.fault.does;
    }
    return null;
  }
}

function matches({ fault, hits }: Armed, { method, path, platform }: FaultyRequest): boolean {
  return (
    (fault.on === 'network') === (platform !== null) &&
    (fault.times === undefined || hits < fault.times) &&
    (fault.platform === undefined || fault.platform === platform) &&
    (fault.method === undefined || fault.method === method) &&
    (fault.path === undefined || path.startsWith(fault.path))
  );
}

export function faultHandlers(
  faults: Faults,
): Pick<Handlers, 'testFaults.list' | 'testFaults.set' | 'testFaults.clear'> {
  return {
    'testFaults.list': async ({ caller }) => {
      requireSandbox(caller.workspace);
      return { data: faults.list(caller.workspace.id) };
    },
    'testFaults.set': async ({ caller, body }: Call<'testFaults.set'>) => {
      requireSandbox(caller.workspace);
      return faults.set(caller.workspace.id, body);
    },
    'testFaults.clear': async ({ caller }) => {
      requireSandbox(caller.workspace);
      faults.clear(caller.workspace.id);
      return { data: [] };
    },
  };
}
