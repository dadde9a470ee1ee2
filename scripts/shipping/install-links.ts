import { packageFacts } from './package-facts.js';

/** What a link installs: the published package, started by npx. */
export const LINKED_START = {
  command: 'npx',
  args: ['-y', packageFacts().name],
} as const;

/** VS Code asks for the key, shows stars while it is typed, and keeps it where it keeps secrets. */
export const VSCODE_INPUT = {
  type: 'promptString',
  id: 'postrider_api_key',
  description: 'Postrider API key',
  password: true,
} as const;

/** A link that adds the server to Cursor; the key is filled in there. */
export function cursorLink(): string {
  const config = { ...LINKED_START, env: { POSTRIDER_API_KEY: '' } };
  const encoded = Buffer.from(JSON.stringify(config)).toString('base64');
  return `https://cursor.com/en/install-mcp?name=postrider&config=${encodeURIComponent(encoded)}`;
}

/** A link that adds the server to VS Code, which asks for the key. */
export function vscodeLink(): string {
  const config = {
    name: 'postrider',
    ...LINKED_START,
    env: { POSTRIDER_API_KEY: `\${input:${VSCODE_INPUT.id}}` },
    inputs: [VSCODE_INPUT],
  };
  const address = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
  return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(address)}`;
}
