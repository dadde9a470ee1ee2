import { CONFIRM_POLICIES, type ConfirmPolicy } from '../contract/service/key-policy.js';
import type { KeyPolicy } from '../contract/service/me.js';
import type { Answer } from './answers/answer.js';
import type { ToolDefinition } from './definition/tool-definition.js';
import { refusal } from './errors/error-answer.js';

/** The default, if neither the server nor the key sets a policy. */
const DEFAULT_POLICY: ConfirmPolicy = 'irreversible';

/** The stricter of the two: a server can tighten a key's policy, never loosen it. */
export function effectivePolicy(server: ConfirmPolicy | undefined, key: ConfirmPolicy | null): ConfirmPolicy {
  const set = [server, key];
  return CONFIRM_POLICIES.find((policy) => set.includes(policy)) ?? DEFAULT_POLICY;
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
