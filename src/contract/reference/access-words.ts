import type { Operation } from '../operation.js';
import { SCOPES } from '../scopes.js';

/** Who may call an operation, in a sentence. */
export function accessInWords({ access }: Operation): string {
  if (access === 'public') return 'Needs no key.';
  if (access === 'any_key') return 'Any valid key may call it.';
  if (typeof access === 'string') return `Needs the scope \`${access}\`: ${SCOPES[access]}.`;
  return `Needs ${access.explain}`;
}
