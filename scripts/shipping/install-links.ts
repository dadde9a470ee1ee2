import { packageFacts } from './package-facts.js';

/** The command that a link installs: the published package, started with npx. */
export const LINKED_START = {
  command: 'npx',
  args: ['-y', packageFacts().name],
} as const;

/** Makes VS Code ask for the key, hide it while it is typed, and keep it in its secret storage. */
export const VSCODE_INPUT = {
  type: 'promptString',
  id: 'postrider_api_key',
  description: 'Postrider API key',
  password: true,
} as const;

/** A link that adds the server to Cursor, where the key is filled in afterwards. */
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
