import type { Operation } from '../../src/contract/operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/contract/operations.js';

/** How often each operation was requested, and how often each status was the answer. */
export class Counts {
  readonly #statuses = new Map<OperationId, number[]>();

  add(id: OperationId, status: number): void {
    this.#statuses.set(id, [...this.statuses(id), status]);
  }

  statuses(id: OperationId): readonly number[] {
    return this.#statuses.get(id) ?? [];
  }
}

/** Sandboxes refuse them. `connections.test.ts` brings each to a success in a live workspace. */
const LIVE_ONLY: readonly OperationId[] = ['connections.start', 'connections.get', 'connections.finish'];

/** The operations that never succeeded. */
export function unsuccessful(counts: Counts): OperationId[] {
  return OPERATION_IDS.filter((id) => !LIVE_ONLY.includes(id)).filter(
    (id) => !counts.statuses(id).some((status) => status < 300),
  );
}

/** A row for each group of operations. */
export function countsTable(counts: Counts): (string | number)[][] {
  const rows = [...new Set(OPERATION_IDS.map(tagOf))].map((tag) => {
    const ids = OPERATION_IDS.filter((id) => tagOf(id) === tag);
    const all = ids.flatMap((id) => counts.statuses(id));
    const between = (from: number, to: number) =>
      all.filter((status) => status >= from && status < to).length;
    return [tag, ids.length, all.length, between(200, 300), between(400, 500), between(500, 600)];
  });
  return [['group', 'operations', 'requests', 'succeeded', 'refused', 'failed'], ...rows];
}

const tagOf = (id: OperationId): string => {
  const { tag }: Operation = OPERATIONS[id];
  return tag;
};
