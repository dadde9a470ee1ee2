import { hash } from 'node:crypto';
import { RequestRefused } from '../../operations/refusal.js';

/** No request of this API comes near this nesting depth. */
const MAX_DEPTH = 100;

/** SHA-256 of the value as JSON with sorted keys and no whitespace: equal for bodies with the same meaning. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value, 0), 'hex');
}

function canonicalJson(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth > MAX_DEPTH) {
    throw new RequestRefused('malformed_request', `The body is nested more than ${MAX_DEPTH} levels deep.`);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`;
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item, depth + 1)}`);
  return `{${members.join()}}`;
}
