/** What the environment says about the backend and the key. A field that is not set is absent. */
export interface ClientEnv {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly allowHttp?: boolean;
}

/** `${POSTRIDER_API_KEY}` taken literally: the host of a tool server did not substitute it. */
const LITERAL_VARIABLE = /^\$\{[^}]*\}$/;

const YES = new Set(['1', 'true', 'yes', 'on']);

/** The setting's value without surrounding blanks; undefined where it is empty or an unfilled `${VAR}`. */
export function settingOf(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === undefined || text === '' || LITERAL_VARIABLE.test(text) ? undefined : text;
}

/**
 * The client's options as environment variables give them: `POSTRIDER_API_KEY`, `POSTRIDER_BASE_URL` and
 * `POSTRIDER_ALLOW_HTTP` (`1`: the key may go over plain HTTP to other hosts than this machine).
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
