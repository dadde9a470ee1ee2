import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';

/** The first with the fields of the second; objects are merged, everything else is replaced. */
export function merged(base: JsonObject, changes: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    result[name] = isRecord(before) && isRecord(value) ? merged(before, value) : value;
  }
  return result;
}
