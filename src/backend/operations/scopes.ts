import type { Access } from '../../contract/operation.js';
import { SCOPES, type Scope, smallestPresetWith } from '../../contract/scopes.js';
import type { Caller } from './call.js';
import { RequestRefused } from './refusal.js';

/**
 * What can be said of a permission before the request's body is known: a key that holds none of the scopes
 * that may be asked for is refused at once.
 *
 * @throws RequestRefused
 */
export function refuseHopeless(access: Access, caller: Caller): void {
  if (access === 'public' || access === 'any_key') return;
  if (typeof access === 'string') {
    requireScope(access, caller);
    return;
  }
  const [first] = access.anyOf;
  if (first !== undefined && !access.anyOf.some((scope) => caller.key.scopes.has(scope))) {
    throw new RequestRefused('scope_missing', `${lacks(caller, first)} Needed here: ${access.explain}`, {
      requiredScope: first,
    });
  }
}

/** @throws RequestRefused where the key lacks the scope */
export function requireScope(scope: Scope, caller: Caller): void {
  if (caller.key.scopes.has(scope)) return;
  const mayPropose = scope === 'posts:publish' && caller.key.scopes.has('posts:write');
  const instead = mayPropose
    ? 'It can propose instead: send the post again with "scheduleMode": "draft". A person, or a key with posts:publish, can then publish it.'
    : `Make a key that has it with "postrider keys create --label agent --preset ${smallestPresetWith(scope)}".`;
  throw new RequestRefused('scope_missing', `${lacks(caller, scope)} ${instead}`, { requiredScope: scope });
}

function lacks(caller: Caller, scope: Scope): string {
  return `The key "${caller.key.label}" lacks the scope ${scope} (${SCOPES[scope].toLowerCase()}).`;
}
