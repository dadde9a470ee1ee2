import { nearestName } from '../../../base/nearest-name.js';
import { DEFAULT_BASE_URL } from '../../../client/base-url.js';
import { settingOf } from '../../../client/settings.js';
import {
  isScope,
  SCOPE_NAMES,
  SCOPE_PRESETS,
  SCOPES,
  type Scope,
  type ScopePreset,
} from '../../../contract/scopes.js';
import { CONFIRM_POLICIES, TOOLSETS, type Toolset } from '../../../contract/service/key-policy.js';
import { choice, defineCommand, flag, list, text } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { mcpServersEntry } from '../../launcher.js';
import { fields } from '../../output/fields.js';
import { instantWords } from '../../output/instants.js';
import { policyWords } from '../../output/key-policy.js';
import { paragraph } from '../../output/parts.js';
import { plainJson } from '../../output/plain-text.js';
import { typed } from '../../typed-name.js';
import { DATA_OPTIONS, dataLocation, locationText } from '../server/data-location.js';
import { findRunning } from '../server/running-backend.js';
import { isWithoutData, withStore } from '../server/with-store.js';

const PRESETS = Object.keys(SCOPE_PRESETS) as [ScopePreset, ...ScopePreset[]];

const DAY_MS = 24 * 60 * 60 * 1000;
const UNIT_MS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/** What to know of a key where somebody other than its author approves each post. */
const OF_NOBODY =
  'Somebody other than its author approves each post here. This key belongs to no person: it cannot publish, and everybody who may approve can approve what it drafts. Keys from the dashboard belong to a person.';

export const keysCreate = defineCommand({
  name: 'keys create',
  group: 'Setup',
  summary: 'Create an API key for the backend on this machine',
  details: [
    'The key is shown only once, because only its hash is stored. It works at once, even if the server is running.',
    'Presets: full (everything except test:control and people:write), read (read only), draft (read, and propose drafts for approval), sandbox (full, and the test controls). people:write is in none of them.',
    `Scopes:\n${Object.entries(SCOPES)
      .map(([scope, meaning]) => `  ${scope.padEnd(16)}  ${meaning}`)
      .join('\n')}`,
  ].join('\n\n'),
  options: {
    label: text('--label <text>', 'What the key is for'),
    preset: choice('--preset <name>', 'Preset of scopes', PRESETS),
    scopes: list('--scopes <list>', 'Scopes, separated by commas, instead of a preset', SCOPE_NAMES),
    expires: text('--expires <time>', 'Lifetime: 12h, 90d, 2w, 1y (default: never expires)'),
    confirm: choice('--confirm <policy>', 'When tools ask for confirmation with this key', CONFIRM_POLICIES),
    readOnly: flag('--read-only', 'Allow only read-only tools'),
    toolsets: list('--toolsets <list>', `Only these groups of tools: ${TOOLSETS.join(', ')}`, TOOLSETS),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'keys create --label "Claude Desktop" --preset full', does: 'Create a key that can publish' },
    {
      type: 'keys create --label "Drafting agent" --preset draft --expires 90d',
      does: 'Create a key that can only propose drafts',
    },
    {
      type: 'keys create --label "Posting agent" --preset full --confirm always --toolsets accounts,posts',
      does: 'Limit the tools and confirm every action',
    },
    { type: 'keys create --label CI --scopes posts:read,accounts:read --quiet', does: 'Print only the key' },
  ],
  run: async ({ options }, context) => {
    const { label, preset, expires } = options;
    if (label === undefined)
      throw usageFailure('Missing required option --label.', 'Say what the key is for: --label "my agent"');
    const scopes = chosenScopes(preset, options.scopes);
    const policy = {
      confirm: options.confirm ?? null,
      readOnly: options.readOnly,
      toolsets: options.toolsets.length === 0 ? null : options.toolsets.map(toolsetNamed),
    };
    const lifetime = expires === undefined ? null : lifetimeOf(expires);
    const place = dataLocation(options, context.env);
    const isNew = isWithoutData(place);
    const [{ createApiKey, InvalidApiKey }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/access/api-keys.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    let needsApproval = false;
    const key = await withStore(place, 'make', async ({ store, workspace, making }) => {
      needsApproval = workspace.requires_other_approver === 1;
      return createApiKey(
        store,
        workspace,
        { label, scopes, policy, expiresAt: lifetime === null ? null : making.clock.now() + lifetime },
        making,
        await changedFromTerminal(store, workspace, making),
      ).catch((error: unknown) => {
        throw error instanceof InvalidApiKey ? usageFailure(error.message) : error;
      });
    });
    if (needsApproval) context.output.note(OF_NOBODY);
    const baseUrl = baseUrlFor(place.folder.value, context);
    const entry = mcpServersEntry(key.text, baseUrl);
    const login = typed(baseUrl === DEFAULT_BASE_URL ? 'login' : `login --base-url ${baseUrl}`);
    const where = await locationText(place);
    const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString();
    if (isNew) {
      context.output.note(
        `Created a new data folder, ${place.folder.value}. The key works for a backend that uses this folder. For another backend, add --data.`,
      );
    }
    context.output.result({
      data: {
        key: key.text,
        id: key.id,
        label: key.label,
        prefix: key.prefix,
        scopes: key.scopes,
        expiresAt,
        policy: key.policy,
        dataFolder: place.folder.value,
        entry,
      },
      brief: [key.text],
      text: (screen) =>
        [
          `${screen.style('bold', key.text)}`,
          screen.style('yellow', 'Store this key like a password. This is the only time the key is shown.'),
          '',
          fields(
            [
              ['Label', key.label],
              ['Scopes', key.scopes.join(', ')],
              ['Tools', policyWords(key.policy)],
              ['Expires', key.expiresAt === null ? 'never' : instantWords(key.expiresAt)],
              ['Data', where],
            ],
            screen,
          ),
          '',
          ...paragraph(
            'To use it in an MCP host (Claude Desktop, Cursor and others), paste this into its settings:',
            '',
            null,
            screen,
          ),
          plainJson(entry),
          '',
          `To use it in this command line: ${screen.style('cyan', login)}`,
        ].join('\n'),
    });
  },
});

function chosenScopes(
  preset: ScopePreset | undefined,
  words: readonly string[],
): ScopePreset | readonly Scope[] {
  if (preset !== undefined && words.length > 0) throw usageFailure('Use --preset or --scopes, not both.');
  if (preset !== undefined) return preset;
  if (words.length > 0) return readScopes(words);
  throw usageFailure(
    'Choose what the key can do.',
    'Everything except the test controls: --preset full',
    'Only propose drafts: --preset draft',
    `More options: ${typed('keys create --help')}`,
  );
}

function toolsetNamed(word: string): Toolset {
  const toolset = TOOLSETS.find((one) => one === word.toLowerCase());
  if (toolset !== undefined) return toolset;
  throw usageFailure(`--toolsets: "${word}" is not one of ${TOOLSETS.join(', ')}.`);
}

function lifetimeOf(written: string): number {
  const [, amount, unit] = /^(\d+)\s*([hdwy])$/i.exec(written.trim()) ?? [];
  const length = Number(amount) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (length > 0 && length <= 100 * 365 * DAY_MS) return length;
  throw usageFailure(`--expires: "${written}" is not a lifetime.`, 'Write it like 12h, 90d, 2w or 1y.');
}

/** The backend's address: the configured one, else that of the backend running on this folder. */
function baseUrlFor(folder: string, { globals, env }: Context): string {
  return (
    settingOf(globals.baseUrl) ??
    settingOf(env['POSTRIDER_BASE_URL']) ??
    findRunning(folder)?.url ??
    DEFAULT_BASE_URL
  );
}

/** @throws CliFailure naming every unknown scope, with a suggestion */
function readScopes(words: readonly string[]): readonly Scope[] {
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length === 0) return words.filter(isScope);
  throw usageFailure(
    unknown
      .map((word) => {
        const meant = nearestName(word, SCOPE_NAMES);
        return `Unknown scope "${word}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
      })
      .join(' '),
    `Scopes: ${SCOPE_NAMES.join(', ')}`,
  );
}
