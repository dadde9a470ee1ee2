import { createHash } from 'node:crypto';
import type { SimulatedPerson } from '../simulated-inbox.js';

/** What befalls messages to people whose handle is one of these names. */
const PERSON_FAILURES = ['unreachable', 'held_by_other_app'] as const;
type PersonFailure = (typeof PERSON_FAILURES)[number];

/** Somebody who writes where nobody is named. */
export const SOMEBODY = { handle: 'mia.brews', displayName: 'Mia' };

/** A person of a simulated network: always the same for the same handle. */
export function personOf(handle: string, displayName?: string): SimulatedPerson {
  const name = handle.replace(/^@/, '');
  const hash = createHash('sha256').update(name.toLowerCase()).digest();
  const number = hash.readBigUInt64BE() % 9_000_000_000_000_000n;
  return {
    networkUserId: String(1_000_000_000_000_000n + number),
    handle: name,
    displayName: displayName ?? (name === SOMEBODY.handle ? SOMEBODY.displayName : name),
  };
}

/** Why the network brings this person no messages; null: it does. */
export function refusalOfPerson({ handle }: SimulatedPerson): PersonFailure | null {
  const name = handle.toLowerCase().replaceAll('-', '_');
  return PERSON_FAILURES.find((known) => known === name) ?? null;
}
