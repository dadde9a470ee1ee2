import { createHash } from 'node:crypto';
import type { Platform } from '../../../contract/platforms.js';
import type { SimulatedPerson } from '../simulated-inbox.js';
import { contentId } from './network-ids.js';

/** Messages to people with one of these handles always fail. */
const PERSON_FAILURES = ['unreachable', 'held_by_other_app'] as const;
type PersonFailure = (typeof PERSON_FAILURES)[number];

/** The default author of inbound comments and messages. */
export const SOMEBODY = { handle: 'mia.brews', displayName: 'Mia' };

/** A person on a simulated network: the same handle is always the same person. */
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

/** The person as a network knows them: at Bluesky by a DID. */
export function personAt(platform: Platform, person: SimulatedPerson): SimulatedPerson {
  const { networkUserId } = person;
  if (platform !== 'bluesky' || networkUserId.startsWith('did:')) return person;
  const hash = createHash('sha256').update(networkUserId).digest();
  return { ...person, networkUserId: `did:plc:${contentId(hash).slice(-24)}` };
}

/** Why messages to this person fail; null: they do not. */
export function refusalOfPerson({ handle }: SimulatedPerson): PersonFailure | null {
  const name = handle.toLowerCase().replaceAll('-', '_');
  return PERSON_FAILURES.find((known) => known === name) ?? null;
}
