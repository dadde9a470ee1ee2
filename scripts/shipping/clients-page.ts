import type { Start } from '../../src/cli/commands/install/entry.js';
import { HOSTS, type Host, pathIn } from '../../src/cli/commands/install/hosts.js';
import { editToml } from '../../src/cli/commands/install/toml-settings.js';
import { SERVER_SETTINGS } from '../../src/mcp/settings-table.js';
import { cursorLink, vscodeLink } from './install-links.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';

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
    'How to connect Claude, Cursor, VS Code and other hosts to the tools. This page is generated from the table of hosts by `npm run docs`.',
    '',
    '1. Start a backend, and leave it running: `node bin/postrider.cjs serve`.',
    '2. In another terminal, create a key, which is shown once: `node bin/postrider.cjs keys create --label "my agent" --preset draft`. It can draft but not publish. With `--preset full` it can publish after a person has confirmed.',
    '3. Give it to your host with the command below. Without `--api-key`, the command uses the key stored by `postrider login`.',
    '4. Restart the host, and ask: "Which channels are connected? Draft a post about our Sunday opening for Bluesky." The draft appears in the dashboard. To open it, use the link that `node bin/postrider.cjs dashboard` prints.',
    '',
    '`postrider install <program>` writes the entry for you. It shows the change first, asks, keeps everything else in the file, comments too, and leaves a copy of the file beside it. `--dry-run` only shows, `--print` prints the entry to paste, `--uninstall` takes it out, `--read-only` and `--toolsets posts,accounts` narrow what the agent gets. The key is written into the file where you give one (`--api-key`) or are logged in (`postrider login`); `--without-key` leaves it out; together with `--profile` the entry names that [stored login](command-line.md#profiles-and-settings) instead. `postrider doctor` says of every host whether its entry works.',
    '',
    ...HOSTS.flatMap(hostSection),
    '## Any host, over HTTP',
    '',
    'The backend serves the same tools at `/mcp` (Streamable HTTP, stateless, for the 2025 and 2026 protocols). The host sends the API key with every request. What the key can do, and when a person must confirm, is set when it is created: `postrider keys create --preset full --confirm always --toolsets accounts,posts`.',
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
    'A host that can only start programs can use `npx -y mcp-remote http://127.0.0.1:4747/mcp --header "Authorization: Bearer postrider_api_…"`.',
    '',
    '## One click',
    '',
    'Once the package is in the npm registry:',
    '',
    `- [Add to Cursor](${cursorLink()})`,
    `- [Add to VS Code](${vscodeLink()}), which asks for the key`,
    '- Claude Desktop and others install `postrider-<version>.mcpb` with a double click, and keep the key in the system’s key store. `npm run bundle` creates the file from a clone.',
    '',
    '## Settings',
    '',
    ...tableOf(
      ['variable', 'description', 'default'],
      SERVER_SETTINGS.map(({ name, description, default: usual, required }) => [
        `\`${name}\``,
        description,
        usual === undefined ? (required ? 'each answer says how to set it' : '') : `\`${usual}\``,
      ]),
    ),
    '',
    '## When something is wrong',
    '',
    '- **Every answer says that no key is set.** The entry’s `env` has no key, or the host did not fill in a variable. Write the key itself into the entry.',
    '- **"Connection refused", "cannot be reached".** No backend is running at `POSTRIDER_BASE_URL`. Start one with `postrider serve`.',
    '- **The host cannot start `node`.** Desktop applications do not read your shell’s settings. Use the full path that `which node` prints as `command`.',
    '- **A tool is missing.** The key’s scopes or policy, `--read-only` or `--toolsets` exclude it. `postrider whoami` shows what a key can do.',
    '- **"The answer was no", but nobody was asked.** Hosts that run unattended, such as `codex exec`, decline every form automatically, so nothing is sent. Let such a host draft (`--preset draft`) and approve in the dashboard, or give it a key that needs no confirmation (`postrider keys create --confirm never`).',
    '- **"MCP tool call requires approval" in Codex.** This is Codex’s own confirmation for tools that act. If nobody can answer it, `default_tools_approval_mode = "approve"` in `[mcp_servers.postrider]` leaves the decision to Postrider.',
    '',
  ].join('\n');
}

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
    `node bin/postrider.cjs install ${host.id} --api-key postrider_api_…`,
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
