import type { Person } from '../../../contract/people/people.js';
import type { Member } from './members.js';

const iso = (instant: number): string => new Date(instant).toISOString();

/** A person as the API shows them. */
export function viewPerson(member: Member): Person {
  return {
    id: member.id as Person['id'],
    name: member.displayName,
    signInName: member.name,
    role: member.role,
    disabled: member.disabledAt !== null,
    joinedAt: iso(member.joinedAt),
    lastSeenAt: member.lastSeenAt === null ? null : iso(member.lastSeenAt),
  };
}
