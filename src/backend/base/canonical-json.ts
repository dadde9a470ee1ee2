import { hash } from 'node:crypto';
import { RequestRefused } from '../operations/refusal.js';

/** Deeper nesting than this is refused: no request of this API comes near it. */
const DEPTH_MAX = 100;

/** SHA-256 over the value written with sorted names and no spaces: equal for bodies that mean the same. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value, 0), 'hex');
}

function canonicalJson(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth > DEPTH_MAX) {
    throw new RequestRefused('malformed_request', `The body is nested more than ${DEPTH_MAX} levels deep.`);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`;
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item, depth + 1)}`);
  return `{${members.join()}}`;
}
