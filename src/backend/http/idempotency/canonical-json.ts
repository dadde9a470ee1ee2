import { hash } from 'node:crypto';

/** SHA-256 of the value as JSON with sorted keys and no whitespace: equal for bodies with the same meaning. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}

function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`);
  return `{${members.join()}}`;
}
