import type { Actor, ActorKind, PostActors } from './actors.js';

/** What each kind but a person is called. */
const KIND_NAMES: Readonly<Partial<Record<ActorKind, string>>> = { key: 'API key', assistant: 'assistant' };

/** `Ann`, `Claude (assistant of Ann)` or `CI (API key)`. */
export function actorWords({ kind, label, person }: Omit<Actor, 'keyId'>): string {
  const name = KIND_NAMES[kind];
  if (name === undefined) return label;
  return person === null ? `${label} (${name})` : `${label} (${name} of ${person})`;
}

const PARTS = [
  ['draftedBy', 'Drafted by'],
  ['approvedBy', 'Approved by'],
  ['publishedBy', 'Published by'],
] as const satisfies readonly (readonly [keyof PostActors, string])[];

/** Statuses in which nothing has been sent at the time that the post was given. */
const UNSENT: readonly string[] = ['scheduled', 'cancelled', 'missed'];

/** Who is responsible for a post, each with what they did: `['Drafted by', 'Claude (assistant of Ann)']`. */
export function responsible(by: PostActors, status: string): (readonly [name: string, words: string])[] {
  return PARTS.flatMap(([part, name]) => {
    const actor = by[part];
    if (actor === null) return [];
    // Nothing of it was published.
    if (part === 'publishedBy' && status === 'failed') return [];
    const isUnsent = part === 'publishedBy' && UNSENT.includes(status);
    return [[isUnsent ? 'Scheduled by' : name, actorWords(actor)] as const];
  });
}

/** The same in one line. */
export function responsibleWords(by: PostActors & { readonly status: string }): string {
  return responsible(by, by.status)
    .map(([name, words]) => `${name} ${words}`)
    .join('. ');
}
