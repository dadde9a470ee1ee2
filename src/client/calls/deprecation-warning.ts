import { deprecationDays } from '../../contract/deprecation.js';
import { VERSION } from '../../version.js';
import { nodeProcess } from '../runtime.js';
import type { ClientOperation } from './client-operation.js';

/** The operations that this process has been warned of. */
const warned = new Set<string>();

/**
 * Warns once per process and operation if a response says that the operation is deprecated. Node prints the warning,
 * `process.on('warning')` receives it, and `--no-deprecation` silences it. Other runtimes write it to the console.
 */
export function warnIfDeprecated(
  headers: Readonly<Record<string, string>>,
  { method, path }: Pick<ClientOperation, 'method' | 'path'>,
): void {
  const name = `${method} ${path}`;
  if (headers['deprecation'] === undefined || warned.has(name)) return;
  const days = deprecationDays(headers);
  if (days === null) return;
  warned.add(name);
  const end = days.sunset === null ? '' : ` and may stop working on ${days.sunset}`;
  const warning = `Postrider's ${name} is deprecated since ${days.since}${end}. Update postrider (this is ${VERSION}), or see the reference for what to use instead.`;
  const node = nodeProcess();
  if (node?.emitWarning) node.emitWarning(warning, { type: 'DeprecationWarning', code: 'DEP_POSTRIDER' });
  // biome-ignore lint/suspicious/noConsole: where there are no process warnings, it is the place for them
  else console.warn(`[DEP_POSTRIDER] ${warning}`);
}
