import { bound, inSpan } from '../base/tracing/tracer.js';
import type { Store } from './store.js';

/**
 * A store whose writes are spans: each lasts until its commit is durable, with the wait for writes before it. Writes of
 * several traces share a commit, and each runs in its own.
 */
export function tracedWrites(store: Store): Store {
  const system = store.engine === 'postgres' ? 'postgresql' : 'sqlite';
  const attributes = { 'db.system.name': system };
  return {
    ...store,
    write: (work, how) =>
      inSpan('database write', { kind: 'client', attributes }, () => store.write(bound(work), how)),
  };
}
