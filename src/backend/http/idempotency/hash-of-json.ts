import { hash } from 'node:crypto';
import { canonicalJson } from '../../../base/canonical-json.js';

/** SHA-256 of the value as canonical JSON: equal for bodies with the same meaning. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}
