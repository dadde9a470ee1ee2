/** How this server is reached, for the settings that a person has to write: as a program, or at an address. */
export type Launch =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string };

/** The entry that starts this server with the environment variables it needs, or that names its address. */
function serverEntry(launch: Launch, env: Readonly<Record<string, string>>): string {
  const postrider =
    'url' in launch
      ? { type: 'http', url: launch.url, headers: { Authorization: `Bearer ${KEY_PLACEHOLDER}` } }
      : { command: launch.command, args: launch.args, env };
  return JSON.stringify({ mcpServers: { postrider } });
}

const KEY_PLACEHOLDER = 'postrider_api_…';

/** What to do when there is no key, or one that is refused. */
export function keyAdvice(launch: Launch): string {
  const entry = serverEntry(launch, { POSTRIDER_API_KEY: KEY_PLACEHOLDER });
  const what = 'url' in launch ? 'the API key' : 'POSTRIDER_API_KEY';
  return `A person has to set ${what} in this server's mcpServers entry and restart the host: ${entry}. A key is made with \`postrider keys create\` on the backend's machine, or in the dashboard (Settings, Developer, API keys).`;
}

/** What to do when a setting cannot be used. */
export function settingsAdvice(launch: Launch): string {
  const entry = serverEntry(launch, {
    POSTRIDER_API_KEY: KEY_PLACEHOLDER,
    POSTRIDER_BASE_URL: 'http://127.0.0.1:4747',
  });
  return `A person has to correct the env of this server's mcpServers entry and restart the host: ${entry}`;
}

/** What to do when nothing answers at the base URL. */
export function connectionAdvice(launch: Launch): string {
  const entry = serverEntry(launch, { POSTRIDER_BASE_URL: 'http://127.0.0.1:4747' });
  return `A person has to start the backend with \`postrider serve\`, or set POSTRIDER_BASE_URL in this server's mcpServers entry, such as ${entry}. Then repeat the call.`;
}
