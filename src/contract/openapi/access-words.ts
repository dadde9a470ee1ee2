import type { Operation } from '../operation.js';
import { SCOPES } from '../scopes.js';

/** The API key and scope that an operation requires, as a sentence. */
export function accessInWords({ access }: Operation): string {
  if (access === 'public') return 'No API key required.';
  if (access === 'any_key') return 'Any valid API key.';
  if (typeof access === 'string') return `Requires the scope \`${access}\`: ${SCOPES[access]}.`;
  return `Requires ${access.explain}`;
}
