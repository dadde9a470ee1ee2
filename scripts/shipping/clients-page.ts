import type { Start } from '../../src/cli/install/entry.js';
import { HOSTS, type Host, pathIn } from '../../src/cli/install/hosts.js';
import { editToml } from '../../src/cli/install/toml-settings.js';
import { SERVER_SETTINGS } from '../../src/mcp/stdio/settings-table.js';
import { cursorLink, vscodeLink } from './install-links.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';

/** How every entry of this page starts the server. */
const START: Start = {
  command: 'node',
  args: ['/absolute/path/to/postrider/bin/postrider.cjs'],
  env: { POSTRIDER_API_KEY: 'postrider_api_…' },
};

/** `docs/clients.md`: a quick start for each host, from the table that `postrider install` works with. */
export function clientsPage(): string {
  return [
    '# Hosts',
    '',
    'How Claude, Cursor, VS Code and others get the tools. This page is made from the table of hosts by `npm run docs`.',
    '',
    '1. Start a backend, and leave it running: `node bin/postrider.cjs serve`.',
    '2. In another terminal make a key, which is shown once: `node bin/postrider.cjs keys create --label "my agent" --preset draft`. It can draft and cannot publish; `--preset full` may publish, after a person has agreed.',
    '3. Give it to your host with the command below. Without `--api-key` it takes the one that `postrider login` stored.',
    '4. Restart the host, and ask: "Which channels are connected? Draft a post about our Sunday opening for Bluesky." The draft is in the dashboard: `node bin/postrider.cjs dashboard` prints a link that opens it.',
    '',
    '`postrider install <program>` writes the entry for you. It shows the change first, asks, keeps everything else in the file, comments too, and leaves a copy of the file beside it. `--dry-run` only shows, `--print` prints the entry to paste, `--uninstall` takes it out, `--read-only` and `--toolsets posts,accounts` narrow what the agent gets. The key is written into the file where you give one (`--api-key`) or are logged in (`postrider login`); `--without-key` leaves it out; together with `--profile` the entry names that [stored login](command-line.md#profiles-and-where-settings-come-from) instead. `postrider doctor` says of every host whether its entry works.',
    '',
    ...HOSTS.flatMap(hostSection),
    '## Any host, over HTTP',
    '',
    'The backend serves the same tools at `/mcp` (Streamable HTTP, without sessions, for hosts of the 2025 and 2026 protocols). The host sends the API key with every request. What the key may do, and whom it asks, is set when it is made: `postrider keys create --preset full --confirm always --toolsets accounts,posts`.',
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
    'A host that only starts programs reaches it through `npx -y mcp-remote http://127.0.0.1:4747/mcp --header "Authorization: Bearer postrider_api_…"`.',
    '',
    '## One click',
    '',
    'Once the package is in the npm registry:',
    '',
    `- [Add to Cursor](${cursorLink()})`,
    `- [Add to VS Code](${vscodeLink()}), which asks for the key`,
    '- Claude Desktop and others install `postrider-<version>.mcpb` by a double click, and keep the key in the system’s key store. `npm run bundle` makes it from a clone.',
    '',
    '## Settings',
    '',
    ...tableOf(
      ['variable', 'what it is', 'unless set'],
      SERVER_SETTINGS.map(({ name, description, default: usual, required }) => [
        `\`${name}\``,
        description,
        usual === undefined ? (required ? 'each answer says how to set it' : '') : `\`${usual}\``,
      ]),
    ),
    '',
    '## When something is wrong',
    '',
    '- **Each answer says that no key is set.** The entry’s `env` has none, or the host did not fill in a variable that it names. Write the key itself.',
    '- **"Connection refused", "cannot be reached".** No backend answers at `POSTRIDER_BASE_URL`: start one with `postrider serve`.',
    '- **The host cannot start `node`.** Programs with windows do not read your shell’s settings: write the whole path that `which node` prints as `command`.',
    '- **A tool is missing.** The key’s scopes or policy, `--read-only` or `--toolsets` leave it out: `postrider whoami` shows what a key may do.',
    '- **"The answer was no", and nobody was asked.** Hosts that run without a person, such as `codex exec`, can show forms and answer each with no by themselves: nothing is sent. Let such a host draft (`--preset draft`) and approve in the dashboard; or give it a key that asks nobody (`postrider keys create --confirm never`).',
    '- **"MCP tool call requires approval" in Codex.** That is Codex’s own question before tools that act. Where nobody can answer it, `default_tools_approval_mode = "approve"` in `[mcp_servers.postrider]` leaves the decision to Postrider.',
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
    `Or put it into ${files.join(', ')} yourself ([where this is from](${host.source})):`,
    '',
    `\`\`\`${host.format === 'toml' ? 'toml' : 'json'}`,
    text,
    '```',
    '',
    host.afterwards,
    '',
  ];
}
