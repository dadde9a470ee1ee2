/** How a host reaches this server: as a program, or at a URL. Shown in configuration advice. */
export type Launch =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string };

/** The mcpServers entry that starts this server with the environment variables it needs, or names its URL. */
function serverEntry(launch: Launch, env: Readonly<Record<string, string>>): string {
  const postrider =
    'url' in launch
      ? { type: 'http', url: launch.url, headers: { Authorization: `Bearer ${KEY_PLACEHOLDER}` } }
      : { command: launch.command, args: launch.args, env };
  return JSON.stringify({ mcpServers: { postrider } });
}

const KEY_PLACEHOLDER = 'postrider_api_…';

/** What to do when the API key is missing or refused. */
export function keyAdvice(launch: Launch): string {
  const entry = serverEntry(launch, { POSTRIDER_API_KEY: KEY_PLACEHOLDER });
  const what = 'url' in launch ? 'the API key' : 'POSTRIDER_API_KEY';
  return `Ask the person to set ${what} in this server's mcpServers entry and restart the host: ${entry}. They can create a key with \`postrider keys create\` on the backend's machine, or in the dashboard (Settings, API keys).`;
}

/** What to do when a setting is invalid. */
export function settingsAdvice(launch: Launch): string {
  const entry = serverEntry(launch, {
    POSTRIDER_API_KEY: KEY_PLACEHOLDER,
    POSTRIDER_BASE_URL: 'http://127.0.0.1:4747',
  });
  return `Ask the person to correct env in this server's mcpServers entry and restart the host: ${entry}`;
}

/** What to do when the backend cannot be reached at the base URL. */
export function connectionAdvice(launch: Launch): string {
  const entry = serverEntry(launch, { POSTRIDER_BASE_URL: 'http://127.0.0.1:4747' });
  return `Ask the person to start the backend with \`postrider serve\`, or to set POSTRIDER_BASE_URL in this server's mcpServers entry, for example ${entry}. Then repeat the call.`;
}
