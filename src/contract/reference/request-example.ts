import { shellWord } from '../../base/shell-word.js';
import type { Operation } from '../operation.js';

/** The environment variable with the API key in examples. */
const KEY_VARIABLE = '$POSTRIDER_API_KEY';

/**
 * The example of an operation as a curl command.
 *
 * @param baseUrl the base URL of the service, without a trailing slash
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
    `curl ${method === implied ? '' : `-X ${method} `}${shellWord(address)}`,
    ...(access === 'public' ? [] : [`-H "Authorization: Bearer ${KEY_VARIABLE}"`]),
    ...(keyed ? ['-H "Idempotency-Key: sunday-opening-1"'] : []),
    ...(sendsFile ? ['--data-binary @opening.mp4'] : []),
    ...(sendsJson ? [`--json ${shellWord(JSON.stringify(body, null, 2))}`] : []),
  ].join(' \\\n  ');
}

/** Keeps commas, colons and slashes readable, which are allowed in a query. */
function searchValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
}
