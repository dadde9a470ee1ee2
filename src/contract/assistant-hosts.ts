/** How a host is given the address of `/mcp`. */
interface AssistantHost {
  readonly name: string;
  /** Hosted programs reach the backend from their maker's servers, so it needs a public https address. */
  readonly isHosted: boolean;
  /** What to do, in one sentence. `{address}` stands for the address of `/mcp`. */
  readonly step: string;
  /** The command, or the entry, that the sentence speaks of. */
  readonly text?: string;
  /** Documentation of the step. */
  readonly source: string;
}

/** Hosts that connect by the address of `/mcp` alone: they sign in with OAuth. */
export const ASSISTANT_HOSTS: readonly AssistantHost[] = [
  {
    name: 'Claude (claude.ai and desktop)',
    isHosted: true,
    step: 'Customize, Connectors, +, Add custom connector: paste the address, then press Connect.',
    source:
      'https://support.claude.com/en/articles/11503834-building-custom-integrations-via-remote-mcp-servers',
  },
  {
    name: 'ChatGPT',
    isHosted: true,
    step: 'Settings, Apps, Advanced settings: turn on Developer mode. Then press Create app, paste the address, and choose OAuth.',
    source: 'https://developers.openai.com/apps-sdk/',
  },
  {
    name: 'Claude Code',
    isHosted: false,
    step: 'Run this, then type /mcp in Claude Code and choose postrider to sign in.',
    text: 'claude mcp add --transport http postrider {address}',
    source: 'https://code.claude.com/docs/en/mcp',
  },
  {
    name: 'VS Code',
    isHosted: false,
    step: 'Run “MCP: Add Server” from the Command Palette, choose HTTP, and paste the address.',
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  },
  {
    name: 'Cursor',
    isHosted: false,
    step: 'Add this to ~/.cursor/mcp.json, then press Connect in Settings, MCP.',
    text: '{ "mcpServers": { "postrider": { "url": "{address}" } } }',
    source: 'https://cursor.com/docs/mcp',
  },
  {
    name: 'Gemini CLI',
    isHosted: false,
    step: 'Run this, then type /mcp auth postrider in Gemini CLI.',
    text: 'gemini mcp add --transport http postrider {address}',
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
  {
    name: 'Codex',
    isHosted: false,
    step: 'Run this, which opens the page. Later, “codex mcp login postrider” connects it again.',
    text: 'codex mcp add postrider --url {address}',
    source: 'https://github.com/openai/codex/blob/main/docs/config.md',
  },
  {
    name: 'opencode',
    isHosted: false,
    step: 'Add this to opencode.json, then run “opencode mcp auth postrider”.',
    text: '{ "mcp": { "postrider": { "type": "remote", "url": "{address}" } } }',
    source: 'https://opencode.ai/docs/mcp-servers/',
  },
];

/** A text of a host with the address filled in. */
export const withAddress = (text: string, address: string): string => text.replaceAll('{address}', address);
