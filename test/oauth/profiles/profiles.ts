/** How a known client connects: what it is, where it waits for the answer, and what it sends. */
export interface ClientProfile {
  readonly name: string;
  /** The documents and requests that it sends before a person is asked, in its order. */
  readonly discovers: readonly (readonly [method: string, path: string])[];
  /** The address of its document; absent: it registers. */
  readonly document?: string;
  /** What the document has, or what it registers. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How often it registers. Each has to get the same client. */
  readonly registers?: number;
  /** The address at which it waits, where that is not one of its metadata. */
  readonly redirect?: string;
  /** What it adds to the authorization request, or leaves out if empty. */
  readonly sends?: Readonly<Record<string, string>>;
  /** How the first words of the consent page name it. */
  readonly heading: string;
}

const RESOURCE_BELOW = ['GET', '/.well-known/oauth-protected-resource/mcp'] as const;
const RESOURCE_ROOT = ['GET', '/.well-known/oauth-protected-resource'] as const;
const SERVER = ['GET', '/.well-known/oauth-authorization-server'] as const;
const POST_MCP = ['POST', '/mcp'] as const;

const USUAL = [POST_MCP, RESOURCE_BELOW, SERVER] as const;

const PUBLIC = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

export const PROFILES: readonly ClientProfile[] = [
  {
    name: 'claude.ai with its document',
    discovers: USUAL,
    document: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...PUBLIC,
    },
    sends: { scope: 'accounts:read posts:read posts:write offline_access' },
    heading: 'Connect claude.ai?',
  },
  {
    name: 'claude.ai that registers, twice, and wants a secret',
    discovers: USUAL,
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...PUBLIC,
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    registers: 2,
    sends: { scope: 'claudeai' },
    heading: 'Connect claude.ai?',
  },
  {
    name: 'Claude Code',
    discovers: USUAL,
    document: 'https://claude.ai/oauth/claude-code-client-metadata',
    metadata: {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...PUBLIC,
    },
    redirect: 'http://localhost:54545/callback',
    heading: 'Connect claude.ai?',
  },
  {
    name: 'Codex',
    discovers: [['GET', '/mcp'], RESOURCE_BELOW, SERVER],
    document: 'https://chatgpt.com/oauth/codex/client.json',
    metadata: { client_name: 'Codex', redirect_uris: ['http://127.0.0.1/callback'], ...PUBLIC },
    redirect: 'http://127.0.0.1:40123/callback',
    heading: 'Connect chatgpt.com?',
  },
  {
    name: 'VS Code with its document',
    discovers: USUAL,
    document: 'https://vscode.dev/oauth/client-metadata.json',
    metadata: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      ...PUBLIC,
    },
    redirect: 'http://127.0.0.1:60001/',
    heading: 'Connect vscode.dev?',
  },
  {
    name: 'VS Code that registers, in the browser',
    discovers: USUAL,
    metadata: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      ...PUBLIC,
    },
    redirect: 'https://vscode.dev/redirect',
    heading: 'Connect vscode.dev?',
  },
  {
    name: 'Copilot CLI, whose port is another than the declared one',
    discovers: USUAL,
    document: 'https://github.com/copilot/cli-client-metadata',
    metadata: { client_name: 'Copilot CLI', redirect_uris: ['http://127.0.0.1:33418/'], ...PUBLIC },
    redirect: 'http://127.0.0.1:41999/',
    heading: 'Connect github.com?',
  },
  {
    name: 'Cursor, one of whose addresses has its own scheme',
    discovers: USUAL,
    metadata: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      ...PUBLIC,
    },
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    heading: 'Connect the app behind cursor://?',
  },
  {
    name: 'Gemini CLI, which reads the document at the root first',
    discovers: [RESOURCE_ROOT, RESOURCE_BELOW, SERVER],
    metadata: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      ...PUBLIC,
    },
    heading: 'Connect a program on this computer?',
  },
  {
    name: 'opencode, which registers twice',
    discovers: USUAL,
    metadata: {
      client_name: 'OpenCode',
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
      ...PUBLIC,
    },
    registers: 2,
    heading: 'Connect a program on this computer?',
  },
  {
    name: 'mcp-remote, which asks for offline access and consent',
    discovers: USUAL,
    metadata: {
      client_name: 'MCP CLI Proxy',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      ...PUBLIC,
    },
    sends: { scope: 'offline_access', prompt: 'consent' },
    heading: 'Connect a program on this computer?',
  },
  {
    name: 'a client without scope and resource, whose address ends with a slash',
    discovers: USUAL,
    metadata: { redirect_uris: ['http://127.0.0.1:5000/cb'], token_endpoint_auth_method: 'none' },
    sends: { resource: '', scope: '' },
    heading: 'Connect a program on this computer?',
  },
];
