import type { KeyPolicy } from '../../contract/service/me.js';

/** A key's tool policy in a few words: "read only; posts, media; confirmation: always". */
export function policyWords({ confirm, readOnly, toolsets }: KeyPolicy): string {
  const words = [
    readOnly ? 'read only' : '',
    toolsets === null ? '' : toolsets.join(', '),
    confirm === null ? '' : `confirmation: ${confirm}`,
  ].filter(Boolean);
  return words.length === 0 ? 'everything the scopes allow' : words.join('; ');
}
