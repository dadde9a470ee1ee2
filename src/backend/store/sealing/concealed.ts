import { inspect } from 'node:util';

const HIDDEN = '[hidden]';

/** Secrets by name. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * A copy of secrets that shows only their names in logs and errors: `util.inspect` and `JSON.stringify` hide
 * their values. Programs read them as before; a spread copy shows them again.
 */
export function concealed(secrets: Secrets): Secrets {
  const hidden = () => Object.fromEntries(Object.keys(secrets).map((name) => [name, HIDDEN]));
  const copy = { ...secrets };
  Object.defineProperties(copy, { toJSON: { value: hidden }, [inspect.custom]: { value: hidden } });
  return Object.freeze(copy);
}
