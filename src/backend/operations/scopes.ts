import type { Access } from '../../contract/operation.js';
import { SCOPES, type Scope, smallestPresetWith } from '../../contract/scopes.js';
import type { Caller } from './call.js';
import { RequestRefused } from './refusal.js';

/**
 * The part of the permission check that needs no request body: rejects a key that has none of the scopes
 * that the operation could require.
 *
 * @throws RequestRefused
 */
export function refuseWithoutAnyScope(access: Access, caller: Caller): void {
  if (access === 'public' || access === 'any_key') return;
  if (typeof access === 'string') {
    requireScope(access, caller);
    return;
  }
  const [first] = access.anyOf;
  if (first !== undefined && !access.anyOf.some((scope) => caller.key.scopes.has(scope))) {
    throw new RequestRefused('scope_missing', `${missingScope(caller, first)} ${access.explain}`, {
      requiredScope: first,
    });
  }
}

/** @throws RequestRefused if the key does not have the scope */
export function requireScope(scope: Scope, caller: Caller): void {
  if (caller.key.scopes.has(scope)) return;
  const canDraft = scope === 'posts:publish' && caller.key.scopes.has('posts:write');
  const fix = canDraft
    ? 'It can save a draft: send the post again with "scheduleMode": "draft". A person, or a key with posts:publish, can then publish it.'
    : `Create a key that has it with "postrider keys create --label agent --preset ${smallestPresetWith(scope)}".`;
  throw new RequestRefused('scope_missing', `${missingScope(caller, scope)} ${fix}`, {
    requiredScope: scope,
  });
}

function missingScope(caller: Caller, scope: Scope): string {
  return `The API key "${caller.key.label}" does not have the scope ${scope} (${SCOPES[scope].toLowerCase()}).`;
}
