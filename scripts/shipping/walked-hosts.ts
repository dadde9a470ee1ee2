/** A program with which `npm run test:hosts` walks a whole sign-in, and what it does there. */
export interface WalkedHost {
  /** The name of its check, after `sign-in-`. */
  readonly id: string;
  readonly name: string;
  /** The npm package with its version. */
  readonly package: string;
  /** What it calls itself. */
  readonly clientName: string;
  /** The address of the document that describes it; absent: it registers. */
  readonly document?: string;
  /** Where it waits for the answer. The port is left out if it takes a free one. */
  readonly redirect: string;
  /** What the person does, in Markdown. `{address}` stands for the address of `/mcp`. */
  readonly steps: string;
  /** A part of what it prints when somebody has ended its connection. */
  readonly saysWhenEnded: string;
  /** What it does then, and how to connect it again; absent: as the host before. */
  readonly whenEnded?: string;
  /** What else to know, in Markdown. */
  readonly note?: string;
}

const CODEX = {
  name: 'Codex',
  package: '@openai/codex@0.169',
  clientName: 'Codex',
  redirect: 'http://127.0.0.1/callback',
  saysWhenEnded: 'AuthRequired',
} as const;

export const WALKED_HOSTS: readonly WalkedHost[] = [
  {
    id: 'mcp-remote',
    name: 'mcp-remote',
    package: 'mcp-remote@0.15',
    clientName: 'MCP CLI Proxy',
    redirect: 'http://localhost/oauth/callback',
    steps:
      'Let the host start `npx -y mcp-remote {address}`, with `--allow-http` for an http address. It opens the browser while the host waits.',
    saysWhenEnded: 'Remote server requires authorization',
    whenEnded: 'The next call opens the browser again, and is answered after that.',
  },
  {
    id: 'codex',
    ...CODEX,
    document: 'https://chatgpt.com/oauth/codex/client.json',
    steps: 'Run `codex mcp add postrider --url {address}`, which opens the browser.',
    whenEnded:
      'It works without the tools, or stops if the server is `required`. `codex mcp login postrider` connects it again.',
  },
  {
    id: 'codex-registered',
    ...CODEX,
    steps:
      'If the backend cannot read `chatgpt.com`, run `codex mcp login postrider --oauth-client-registration dcr`.',
  },
  {
    id: 'opencode',
    name: 'opencode',
    package: 'opencode-ai@1.18',
    clientName: 'OpenCode',
    redirect: 'http://127.0.0.1:19876/mcp/oauth/callback',
    steps:
      'Add the entry to `opencode.json`, then run `opencode mcp auth postrider`, which opens the browser.',
    saysWhenEnded: 'needs authentication',
    whenEnded:
      'It works without the tools. `opencode mcp list` says why, and `opencode mcp auth postrider` connects it again.',
  },
  {
    id: 'mcporter',
    name: 'mcporter',
    package: 'mcporter@0.12',
    clientName: 'mcporter (postrider)',
    redirect: 'http://127.0.0.1:33520/callback',
    steps:
      'Add `"postrider": { "url": "{address}", "auth": "oauth", "oauthRedirectUrl": "http://127.0.0.1:33520/callback" }` to `mcpServers` of its configuration, then run `mcporter auth postrider`.',
    saysWhenEnded: 'OAuth authorization required',
    whenEnded: 'The next call opens the browser again.',
    note: 'Without `oauthRedirectUrl` it waits at another port each time, deletes its registration because of that, and cannot use its refresh token without it: it opens the browser once an hour.',
  },
  {
    id: 'inspector',
    name: 'MCP Inspector',
    package: '@modelcontextprotocol/inspector@2.12',
    clientName: 'MCP Inspector',
    redirect: 'http://127.0.0.1:6276/oauth/callback',
    steps:
      'Run `npx @modelcontextprotocol/inspector --cli {address} --transport http --method tools/list` in a terminal. It opens the browser. It needs Node 22.19.',
    saysWhenEnded: 'This connection has ended',
    whenEnded:
      'The next call opens the browser again; with `--stored-auth-only` it ends with `auth_required`.',
  },
  {
    id: 'sdk-example',
    name: 'Example client of the TypeScript SDK',
    package: '@modelcontextprotocol/sdk@1.32',
    clientName: 'Simple OAuth MCP Client',
    redirect: 'http://localhost:8090/callback',
    steps:
      'Run `node node_modules/@modelcontextprotocol/sdk/dist/esm/examples/client/simpleOAuthClient.js {address}`, and open the address that it prints.',
    saysWhenEnded: 'This connection has ended',
    whenEnded: 'The call fails. Start it again: it stores nothing.',
  },
];

/** @throws if no host has this id */
export function walkedHost(id: string): WalkedHost {
  const host = WALKED_HOSTS.find((one) => one.id === id);
  if (host === undefined) throw new Error(`There is no walked host ${id}.`);
  return host;
}
