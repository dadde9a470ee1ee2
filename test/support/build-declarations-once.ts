import { buildWhereOlder } from './build-once.js';

/** Builds the types of the package, where they are older than its sources: a packed package has them. */
export function setup(): void {
  buildWhereOlder('dist/library/index.d.ts', ['--import', 'tsx', 'build/declarations.ts']);
}
