import type { Start } from '../../src/cli/commands/install/entry.js';
import { HOSTS, type Host, pathIn } from '../../src/cli/commands/install/hosts.js';
import { editToml } from '../../src/cli/commands/install/toml-settings.js';
import { ASSISTANT_HOSTS, withAddress } from '../../src/contract/assistant-hosts.js';
import { SERVER_SETTINGS } from '../../src/mcp/stdio/settings-table.js';
import { cursorLink, vscodeLink } from './install-links.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';
import { walkedHostsSection } from './walked-hosts-section.js';

/** How every entry of this page starts the server. */
const START: Start = {
  command: 'node',
  args: ['/absolute/path/to/postrider/bin/postrider.cjs'],
  env: { POSTRIDER_API_KEY: 'postrider_api_…' },
};

/** `docs/clients.md`: a quick start for each host, from the table that `postrider install` uses. */
export function clientsPage(): string {
  return [
    '# Hosts',
    '',
    'How to connect Claude, Cursor, VS Code and other hosts. `npm run docs` generates this page from the table of hosts.',
    '',
    '1. Start a backend in a terminal and leave it running: `node bin/postrider.cjs serve`. It also signs in your command line, if no login is stored.',
    '2. In another terminal, add Postrider to your host with the command below. It uses the key of that login, which can publish after a person confirms.',
    '3. Restart the host and ask: "Which accounts are connected? Draft a post about our Sunday opening for Bluesky." The draft appears in the dashboard: `node bin/postrider.cjs dashboard` prints a link that opens it.',
    '',
    'For an agent that can draft but not publish, create a key of its own, which is shown once: `node bin/postrider.cjs keys create --label "my agent" --preset draft`. Then run the command below with `--api-key -`, and paste the key when asked.',
    '',
    '`postrider install <program>` writes the entry for you. It shows the change first, asks, keeps everything else in the file, including comments, and saves a copy of the file beside it. `--dry-run` only shows the change, `--print` prints the entry to paste, `--uninstall` removes it, and `--read-only` and `--toolsets posts,accounts` limit the tools that the agent gets. The key is that of your login or of `POSTRIDER_API_KEY`. `--api-key -` reads another one from standard input, or asks for it; a key typed as an argument stays in the history of your shell. The key is tested before it is written. The entry names the absolute path of Node, because desktop programs do not read your shell’s settings. `--without-key` leaves it out; together with `--profile` the entry names that [stored login](command-line.md#profiles-and-settings) instead. `postrider doctor` checks the entry of every host.',
    '',
    ...byAddress(),
    ...walkedHostsSection(ADDRESS),
    ...HOSTS.flatMap(hostSection),
    '## Any host, over HTTP, with a key',
    '',
    'The backend serves the same tools at `/mcp` (Streamable HTTP, without sessions, for hosts of the 2025 and 2026 protocols). The host sends the API key with every request. When you create the key, you set what it may do and when it asks for confirmation: `postrider keys create --preset full --confirm always --toolsets accounts,posts`.',
    '',
    '```json',
    jsonText({
      mcpServers: {
        postrider: {
          type: 'http',
          url: 'http://127.0.0.1:4747/mcp',
          headers: { Authorization: 'Bearer postrider_api_…' },
        },
      },
    }),
    '```',
    '',
    'A host that can only start programs connects through `npx -y mcp-remote http://127.0.0.1:4747/mcp --header "Authorization: Bearer postrider_api_…"`.',
    '',
    '## One click',
    '',
    'Once the package is in the npm registry:',
    '',
    `- [Add to Cursor](${cursorLink()})`,
    `- [Add to VS Code](${vscodeLink()}), which asks for the key`,
    '- Claude Desktop and others install `postrider-<version>.mcpb` with a double click, and keep the key in the system’s key store. `npm run bundle` builds it from a clone.',
    '',
    '## Settings',
    '',
    ...tableOf(
      ['variable', 'meaning', 'default'],
      SERVER_SETTINGS.map(({ name, description, default: usual, required }) => [
        `\`${name}\``,
        description,
        usual === undefined ? (required ? 'none; every answer says how to set it' : '') : `\`${usual}\``,
      ]),
    ),
    '',
    '## When something is wrong',
    '',
    '- **Every answer says that no API key is set.** The entry’s `env` has no key, or the host did not fill in a variable. Write the key itself into the entry.',
    '- **"Connection refused", "cannot be reached".** No backend is running at `POSTRIDER_BASE_URL`. Start one with `postrider serve`.',
    '- **The host cannot start `node`.** Desktop apps do not read your shell’s settings. Use the full path that `which node` prints as `command`.',
    '- **A tool is missing.** The key’s scopes or policy, `--read-only` or `--toolsets` exclude it. `postrider whoami` shows what a key may do.',
    '- **“The description of this client cannot be read.”** Some programs describe themselves in a document on the web site of their makers, which your backend reads when you connect them. Let it connect there, if necessary through `--fetch-proxy`, or let the program register instead: Codex does with `codex mcp login postrider --oauth-client-registration dcr`.',
    '- **A host that signed in asks again, or has no tools any more.** Somebody disconnected it under Settings, Assistants, the person who connected it has no access any more, or it was not used for 90 days. Sign in again, as above.',
    '- **"The person said no", and nobody was asked.** Hosts that run without a person, such as `codex exec`, can show forms and answer each with no by themselves, so nothing is sent. Let such a host draft (`--preset draft`) and approve in the dashboard, or give it a key that never asks (`postrider keys create --confirm never`).',
    '- **"MCP tool call requires approval" in Codex.** This is Codex’s own confirmation for tools that change something. If nobody can answer it, `default_tools_approval_mode = "approve"` in `[mcp_servers.postrider]` leaves the decision to Postrider.',
    '',
  ].join('\n');
}

/** The hosts that need the address alone, because they sign in. */
function byAddress(): string[] {
  return [
    '## By address alone',
    '',
    `Hosts that sign in with OAuth need no key and no program on your machine: give them the address of \`/mcp\`. They open a page of your backend, on which you sign in and decide what they may do: draft only (the default), full access, or read only. Settings, Assistants in the dashboard lists them, and changes or ends what you decided; nothing has to be connected again. The examples use \`${ADDRESS}\`.`,
    '',
    'claude.ai, Claude Desktop and ChatGPT connect from their makers’ servers, so they need a backend at a [public https address](self-hosting.md#access-from-other-machines) without a path. The others also connect to `http://127.0.0.1:4747/mcp`.',
    '',
    ...ASSISTANT_HOSTS.flatMap(({ name, step, text, source }) => [
      `- **${name}.** ${step} ([source](${source}))`,
      ...(text === undefined
        ? []
        : [
            '',
            '  ```',
            ...withAddress(text, ADDRESS)
              .split('\n')
              .map((line) => `  ${line}`),
            '  ```',
          ]),
    ]),
    '',
  ];
}

const ADDRESS = 'https://post.example.org/mcp';

function hostSection(host: Host): string[] {
  const entry = host.entry(START);
  const text =
    host.format === 'toml'
      ? editToml('', pathIn(host), entry as Parameters<typeof editToml>[2]).trimEnd()
      : jsonText(pathIn(host).reduceRight<unknown>((inner, name) => ({ [name]: inner }), entry));
  const file = (system: NodeJS.Platform, home: string, env: Record<string, string> = {}): string =>
    host.file({ system, home, env }).replaceAll('\\', '/');
  const [mac, linux, windows] = [
    file('darwin', '~'),
    file('linux', '~'),
    file('win32', '%USERPROFILE%', { APPDATA: '%APPDATA%' }),
  ];
  const files = [
    ...(mac === linux ? [`\`${mac}\``] : [`\`${mac}\` (macOS)`, `\`${linux}\` (Linux)`]),
    `\`${windows}\` (Windows)`,
  ];
  return [
    `## ${host.name}`,
    '',
    '```sh',
    `node bin/postrider.cjs install ${host.id}`,
    '```',
    '',
    `Or add it to ${files.join(', ')} yourself ([source](${host.source})):`,
    '',
    `\`\`\`${host.format === 'toml' ? 'toml' : 'json'}`,
    text,
    '```',
    '',
    host.afterwards,
    '',
  ];
}
