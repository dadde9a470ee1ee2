import { deprecationDays } from '../../contract/deprecation.js';
import type { Operation } from '../../contract/operation.js';
import { VERSION } from '../../version.js';

/** The operations that this process has been warned of. */
const warned = new Set<string>();

/**
 * Warns once per process and operation if a response says that the operation is deprecated. Node prints the warning,
 * `process.on('warning')` receives it, and `--no-deprecation` silences it.
 */
export function warnIfDeprecated(
  headers: Readonly<Record<string, string>>,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): void {
  const name = `${method} ${path}`;
  if (headers['deprecation'] === undefined || warned.has(name)) return;
  const days = deprecationDays(headers);
  if (days === null) return;
  warned.add(name);
  const end = days.sunset === null ? '' : ` and may stop working on ${days.sunset}`;
  process.emitWarning(
    `Postrider's ${name} is deprecated since ${days.since}${end}. Update postrider (this is ${VERSION}), or see the reference for what to use instead.`,
    { type: 'DeprecationWarning', code: 'DEP_POSTRIDER' },
  );
}
