import type { Actor } from '../../../contract/posts/actors.js';
import type { Caller } from '../../operations/call.js';

/** The caller as posts name who acted. */
export function actorOfCaller({ key, person, isPerson, isAssistant }: Caller): Actor {
  return {
    kind: isPerson ? 'person' : isAssistant ? 'assistant' : 'key',
    keyId: key.id,
    label: key.label,
    person: person?.name ?? null,
  };
}
