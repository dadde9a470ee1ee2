import type { Operation } from '../operation.js';

/** The name of the variable that holds the key in examples. */
const KEY_VARIABLE = '$POSTRIDER_API_KEY';

/**
 * The example of an operation as a command of curl.
 *
 * @param baseUrl where the service is reached, without a slash at the end
 */
export function requestExample(
  { method, path, access, keyed, files, example }: Operation,
  baseUrl: string,
): string {
  const { params = {}, query = {}, body } = example;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));
  const search = Object.entries(query).map(([name, value]) => `${name}=${searchValue(String(value))}`);
  const address = `${baseUrl}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const sendsJson = body !== undefined;
  const sendsFile = !sendsJson && files !== undefined;
  const implied = sendsJson ? 'POST' : 'GET';
  return [
    `curl ${method === implied ? '' : `-X ${method} `}${quoted(address)}`,
    ...(access === 'public' ? [] : [`-H "Authorization: Bearer ${KEY_VARIABLE}"`]),
    ...(keyed ? ['-H "Idempotency-Key: sunday-opening-1"'] : []),
    ...(sendsFile ? ['--data-binary @opening.mp4'] : []),
    ...(sendsJson ? [`--json ${quoted(JSON.stringify(body, null, 2), true)}`] : []),
  ].join(' \\\n  ');
}

/** Commas, colons and slashes stay readable: a query may hold them. */
function searchValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** As a shell takes it for one word. */
function quoted(text: string, always = false): string {
  return always || /[^\w:/.%=,-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}
