import { isRecord } from '../../../base/is-record.js';
import { usageFailure } from '../../failure.js';

type Fields = Record<string, unknown>;

/**
 * Reads fields such as `status=failed`, `error.code=text_too_long` or `count=3`. A value that parses as JSON is JSON,
 * else text.
 *
 * @throws CliFailure
 */
export function setFields(base: Readonly<Fields>, assignments: readonly string[]): Fields {
  const result: Fields = structuredClone(base);
  for (const assignment of assignments) {
    const [, path = '', value = ''] = /^([\w.-]+)=(.*)$/s.exec(assignment) ?? [];
    if (path === '') throw usageFailure(`--set: cannot read "${assignment}".`, 'Write it like a.b=c');
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = result;
    for (const name of names) {
      const inner = Object.hasOwn(place, name) ? place[name] : undefined;
      const next: Fields = isRecord(inner) ? inner : {};
      Object.defineProperty(place, name, {
        value: next,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      place = next;
    }
    Object.defineProperty(place, last, {
      value: readValue(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
