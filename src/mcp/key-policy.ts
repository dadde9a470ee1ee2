import type { Scope } from '../contract/scopes.js';
import { CONFIRM_POLICIES, type ConfirmPolicy } from '../contract/service/key-policy.js';
import type { KeyPolicy, Me } from '../contract/service/me.js';
import type { Answer } from './answers/answer.js';
import type { ToolDefinition } from './definition/tool-definition.js';
import { refusal } from './errors/error-answer.js';

/**
 * The stricter of the two: a server can tighten a key's policy, never loosen it. Undefined if neither sets one.
 */
export function setPolicy(
  server: ConfirmPolicy | undefined,
  key: ConfirmPolicy | null,
): ConfirmPolicy | undefined {
  const set = [server, key];
  return CONFIRM_POLICIES.find((policy) => set.includes(policy));
}

/** What is seen by people: posts, comments and messages. */
const PUBLIC_SCOPES: readonly Scope[] = ['posts:publish', 'comments:write', 'messages:write'];

/** The policy if neither the server nor the key sets one: stricter if the key reaches real accounts. */
export function defaultPolicy({ key, workspace }: Pick<Me, 'key' | 'workspace'>): ConfirmPolicy {
  const reachesPeople = !workspace.sandbox && PUBLIC_SCOPES.some((scope) => key.scopes.includes(scope));
  return reachesPeople ? 'always' : 'irreversible';
}

/** The refusal if the key's policy does not allow this tool; undefined if it does. */
export function switchedOffByKey(
  { name, toolset, readOnly }: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>,
  policy: KeyPolicy,
): Answer | undefined {
  const why =
    policy.readOnly && !readOnly
      ? 'the key is read-only'
      : policy.toolsets !== null && !policy.toolsets.includes(toolset)
        ? `the key is limited to these toolsets: ${policy.toolsets.join(', ')}`
        : undefined;
  if (why === undefined) return undefined;
  return refusal({
    code: 'tool_switched_off',
    message: `${name} is not allowed with this API key: ${why}.`,
    next: 'Tell the person: another key is needed (postrider keys create).',
  });
}
