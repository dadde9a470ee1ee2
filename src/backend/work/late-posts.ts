import { type AttemptFacts, type ErrorVerdict, notThereYet } from './verdict.js';

/** Workspace time at which the last call ended without an answer, where a server may store what it brought late. */
export type LostAt = () => Promise<number>;

/** @returns null: what was not found may be sent again now */
export async function lateVerdict(lostAt: LostAt, facts: AttemptFacts): Promise<ErrorVerdict | null> {
  const lost = await lostAt();
  const next = facts.timings.lateLooks.find((after) => lost + after > facts.now);
  return next === undefined ? null : notThereYet(lost + next, facts);
}
