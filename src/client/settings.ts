/** The client's environment variables. Unset ones are absent. */
export interface ClientEnv {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly allowHttp?: boolean;
}

/** A literal `${POSTRIDER_API_KEY}`, which an MCP host did not substitute. */
const LITERAL_VARIABLE = /^\$\{[^}]*\}$/;

const YES = new Set(['1', 'true', 'yes', 'on']);

/** The trimmed value of a setting; undefined if it is empty or an unsubstituted `${VAR}`. */
export function settingOf(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === undefined || text === '' || LITERAL_VARIABLE.test(text) ? undefined : text;
}

/**
 * Reads the client's options from environment variables: `POSTRIDER_API_KEY`, `POSTRIDER_BASE_URL` and
 * `POSTRIDER_ALLOW_HTTP` (`1` allows sending the key over plain HTTP to other machines).
 *
 * @example new PostriderClient(readClientEnv(process.env))
 */
export function readClientEnv(env: Readonly<Record<string, string | undefined>>): ClientEnv {
  const apiKey = settingOf(env['POSTRIDER_API_KEY']);
  const baseUrl = settingOf(env['POSTRIDER_BASE_URL']);
  const allowHttp = settingOf(env['POSTRIDER_ALLOW_HTTP']);
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(allowHttp === undefined ? {} : { allowHttp: YES.has(allowHttp.toLowerCase()) }),
  };
}
