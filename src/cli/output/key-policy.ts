import type { KeyPolicy } from '../../contract/service/me.js';

/** How tools may be used with a key, in a few words: "read only; posts, media; confirmed: always". */
export function policyWords({ confirm, readOnly, toolsets }: KeyPolicy): string {
  const words = [
    readOnly ? 'read only' : '',
    toolsets === null ? '' : toolsets.join(', '),
    confirm === null ? '' : `confirmed: ${confirm}`,
  ].filter(Boolean);
  return words.length === 0 ? 'all that the scopes allow' : words.join('; ');
}
