import type { Access } from '../../contract/operation.js';
import { allows, RIGHTS, type Right, ROLES, type Role, roleFor } from '../../contract/roles.js';
import { SCOPES, type Scope, smallestPresetWith } from '../../contract/scopes.js';
import type { ActingPerson, Caller } from './call.js';
import { RequestRefused } from './refusal.js';

/**
 * The part of the permission check that needs no request body: rejects a caller that has none of the scopes
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
  if (first === undefined || access.anyOf.some((scope) => caller.key.scopes.has(scope))) return;
  refuseForRole(first, caller);
  throw new RequestRefused('scope_missing', `${missingScope(caller, first)} ${access.explain}`, {
    requiredScope: first,
  });
}

/** @throws RequestRefused if the caller's role or key does not have the scope */
export function requireScope(scope: Scope, caller: Caller): void {
  if (caller.key.scopes.has(scope)) return;
  refuseForRole(scope, caller);
  const canDraft = scope === 'posts:publish' && caller.key.scopes.has('posts:write');
  const fix = canDraft
    ? 'It can save a draft: send the post again with "scheduleMode": "draft". A person, or a key with posts:publish, can then publish it.'
    : caller.isAssistant
      ? `A person can allow it in the dashboard: Settings, Assistants. Nothing needs to be connected again.`
      : `Create a key that has it with "postrider keys create --label agent ${optionFor(scope)}".`;
  throw new RequestRefused('scope_missing', `${missingScope(caller, scope)} ${fix}`, {
    requiredScope: scope,
  });
}

/**
 * For what is not an operation of the API, such as creating an API key in the dashboard.
 *
 * @throws RequestRefused if the person's role does not allow it
 */
export function requireRight(right: Right, person: ActingPerson): void {
  if (!allows(person.role, right)) throw roleRefused(right, person.role, 'Your role here is');
}

/** @throws RequestRefused if the role of the person behind a request does not allow it */
function refuseForRole(scope: Scope, caller: Caller): void {
  const { person, isPerson, key } = caller;
  if (!person || allows(person.role, scope)) return;
  const kind = kindOf(caller);
  const who = isPerson
    ? 'Your role here is'
    : `${kind} "${key.label}" acts for ${person.name}, whose role is`;
  throw roleRefused(scope, person.role, who);
}

/** @param who says whose role it is, up to the role's name */
function roleRefused(right: Right, role: Role, who: string): RequestRefused {
  const needed = roleFor(right);
  return new RequestRefused(
    'role_missing',
    `${who} ${role}: ${ROLES[role].can}. “${RIGHTS[right]}” needs the role ${needed}. An owner of this workspace can change roles, under Settings, People.`,
    { requiredRole: needed },
  );
}

/** The option of `keys create` that gives a key a scope. */
function optionFor(scope: Scope): string {
  const preset = smallestPresetWith(scope);
  return preset === null ? `--scopes ${scope}` : `--preset ${preset}`;
}

function missingScope(caller: Caller, scope: Scope): string {
  return `${kindOf(caller)} "${caller.key.label}" does not have the scope ${scope} (${SCOPES[scope].toLowerCase()}).`;
}

const kindOf = ({ isAssistant }: Caller): string => (isAssistant ? 'The assistant' : 'The API key');
