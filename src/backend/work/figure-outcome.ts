import type { Verdict } from './verdict.js';

/**
 * The `outcome` of an attempt among the figures.
 *
 * @param wasInDoubt whether an earlier attempt may have sent it: what is found then was counted when it was sent
 * @param lookUpOnly whether this attempt could not send anything
 */
export function figureOutcome(verdict: Verdict, wasInDoubt: boolean, lookUpOnly: boolean): string {
  if (verdict.kind !== 'published') return verdict.kind;
  const { adopted, inInbox } = verdict.delivered;
  if (lookUpOnly || (wasInDoubt && adopted)) return 'found';
  return inInbox ? 'in_inbox' : 'published';
}
