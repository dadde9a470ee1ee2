import { CONFIRM_POLICIES, type ConfirmPolicy } from '../contract/service/key-policy.js';
import type { KeyPolicy } from '../contract/service/me.js';
import type { Answer } from './answers/answer.js';
import type { ToolDefinition } from './definition/tool-definition.js';
import { refusal } from './errors/error-answer.js';

/** When a person is asked where neither the server nor the key says. */
const USUAL: ConfirmPolicy = 'irreversible';

/** What holds of two policies: the stricter one. A key's policy can be tightened by a server, never loosened. */
export function effectivePolicy(server: ConfirmPolicy | undefined, key: ConfirmPolicy | null): ConfirmPolicy {
  const said = [server, key];
  return CONFIRM_POLICIES.find((policy) => said.includes(policy)) ?? USUAL;
}

/** The answer where a key was made for other tools than this one; undefined where it may use it. */
export function switchedOffByKey(
  { name, toolset, readOnly }: Pick<ToolDefinition, 'name' | 'toolset' | 'readOnly'>,
  policy: KeyPolicy,
): Answer | undefined {
  const why =
    policy.readOnly && !readOnly
      ? 'only look, and change nothing'
      : policy.toolsets !== null && !policy.toolsets.includes(toolset)
        ? `use these tools only: ${policy.toolsets.join(', ')}`
        : undefined;
  if (why === undefined) return undefined;
  return refusal({
    code: 'tool_switched_off',
    message: `${name} cannot be used with this API key: it was made to ${why}.`,
    next: 'Tell the person; with another key (postrider keys create) it can be done.',
  });
}
