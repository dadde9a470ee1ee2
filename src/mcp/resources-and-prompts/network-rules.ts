import type { Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';

/** One network's posting rules as JSON: the figures alone, without where each was read. */
export function networkRulesText(platform: Platform): string {
  const { tokens: _ofTheService, ...rules } = RULES[platform];
  return JSON.stringify(plain(rules), null, 1);
}

/** A figure becomes its value, with its note where it has one. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('value' in value && 'confidence' in value) {
    const note = 'note' in value ? value.note : undefined;
    return note === undefined ? plain(value.value) : { value: plain(value.value), note };
  }
  // The network's own name of a field is of no use to somebody who writes a post.
  const fields = Object.entries(value).filter(([name]) => name !== 'field');
  return Object.fromEntries(fields.map(([name, inner]) => [name, plain(inner)]));
}
