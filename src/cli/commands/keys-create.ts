import { DEFAULT_BASE_URL } from '../../client/base-url.js';
import { settingOf } from '../../client/settings.js';
import { SCOPE_NAMES, SCOPE_PRESETS, SCOPES, type Scope, type ScopePreset } from '../../contract/scopes.js';
import { CONFIRM_POLICIES, TOOLSETS, type Toolset } from '../../contract/service/key-policy.js';
import { DATA_OPTIONS, dataPlace, placeWords } from '../backend/data-place.js';
import { findRunning } from '../backend/running-backend.js';
import { isWithoutData, withStore } from '../backend/with-store.js';
import { choice, defineCommand, flag, list, text } from '../command.js';
import type { Context } from '../context.js';
import { usageFailure } from '../failure.js';
import { readScopes } from '../input/scopes.js';
import { mcpServersEntry } from '../launcher.js';
import { fields } from '../output/fields.js';
import { plainJson } from '../output/plain-text.js';
import { instantWords } from '../present/instants.js';
import { policyWords } from '../present/key-policy.js';
import { typed } from '../typed-name.js';

const PRESETS = Object.keys(SCOPE_PRESETS) as [ScopePreset, ...ScopePreset[]];

const DAY_MS = 24 * 60 * 60 * 1000;
const UNIT_MS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

export const keysCreate = defineCommand({
  name: 'keys create',
  group: 'Begin',
  summary: 'Make an API key for the backend on this machine',
  details: [
    'The key is shown once: only its hash is kept. It works at once, also beside a running server.',
    'Presets: full (everything but test:control), read (look, change nothing), draft (read and propose drafts that a person approves), sandbox (everything, the test controls too).',
    `Scopes:\n${Object.entries(SCOPES)
      .map(([scope, meaning]) => `  ${scope.padEnd(16)}  ${meaning}`)
      .join('\n')}`,
  ].join('\n\n'),
  options: {
    label: text('--label <text>', 'What the key is for, in your words'),
    preset: choice('--preset <name>', 'A ready-made selection of scopes', PRESETS),
    scopes: list('--scopes <list>', 'Scopes, separated by commas, instead of a preset', SCOPE_NAMES),
    expires: text('--expires <time>', 'When it ends: 12h, 90d, 2w, 1y (default: never)'),
    confirm: choice(
      '--confirm <policy>',
      'When a person is asked before a tool acts with it',
      CONFIRM_POLICIES,
    ),
    readOnly: flag('--read-only', 'Only tools that change nothing'),
    toolsets: list('--toolsets <list>', `Only these groups of tools: ${TOOLSETS.join(', ')}`, TOOLSETS),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'keys create --label "Claude Desktop" --preset full', does: 'A key that may publish' },
    {
      type: 'keys create --label "Drafting agent" --preset draft --expires 90d',
      does: 'A key that can only propose',
    },
    {
      type: 'keys create --label "Posting agent" --preset full --confirm always --toolsets accounts,posts',
      does: 'Fewer tools, each act confirmed, wherever the key is used with tools',
    },
    { type: 'keys create --label CI --scopes posts:read,accounts:read --quiet', does: 'Print the key alone' },
  ],
  run: async ({ options }, context) => {
    const { label, preset, expires } = options;
    if (label === undefined)
      throw usageFailure('A key needs a label that says what it is for.', '--label "my agent"');
    const scopes = chosenScopes(preset, options.scopes);
    const policy = {
      confirm: options.confirm ?? null,
      readOnly: options.readOnly,
      toolsets: options.toolsets.length === 0 ? null : options.toolsets.map(toolsetNamed),
    };
    const lifetime = expires === undefined ? null : lifetimeOf(expires);
    const place = dataPlace(options, context.env);
    const isNew = isWithoutData(place);
    const [{ createApiKey, InvalidApiKey }, { changedFromTerminal }] = await Promise.all([
      import('../../backend/domain/access/api-keys.js'),
      import('../../backend/domain/access/actors.js'),
    ]);
    const key = await withStore(place, 'make', async ({ store, workspace, making }) =>
      createApiKey(
        store,
        workspace,
        { label, scopes, policy, expiresAt: lifetime === null ? null : making.clock.now() + lifetime },
        making,
        await changedFromTerminal(store, workspace, making),
      ).catch((error: unknown) => {
        throw error instanceof InvalidApiKey ? usageFailure(error.message) : error;
      }),
    );
    const entry = mcpServersEntry(key.text, baseUrlFor(place.folder.value, context));
    const where = await placeWords(place);
    const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString();
    if (isNew) {
      context.output.note(
        `There was no backend data in ${place.folder.value}, and it was made: the key is for a backend that is started on it. For one with another folder, give --data.`,
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
      text: (room) =>
        [
          `${room.style('bold', key.text)}`,
          room.style('yellow', 'This is the only time the key is shown. Keep it like a password.'),
          '',
          fields(
            [
              ['Label', key.label],
              ['Scopes', key.scopes.join(', ')],
              ['Tools', policyWords(key.policy)],
              ['Ends', key.expiresAt === null ? 'never' : instantWords(key.expiresAt)],
              ['Data', where],
            ],
            room,
          ),
          '',
          'For an MCP host (Claude Desktop, Cursor and others), paste into its settings:',
          plainJson(entry),
          '',
          `For this command line: ${room.style('cyan', typed('login'))}`,
        ].join('\n'),
    });
  },
});

function chosenScopes(
  preset: ScopePreset | undefined,
  words: readonly string[],
): ScopePreset | readonly Scope[] {
  if (preset !== undefined && words.length > 0) throw usageFailure('Give --preset or --scopes, not both.');
  if (preset !== undefined) return preset;
  if (words.length > 0) return readScopes(words);
  throw usageFailure(
    'What may the key do?',
    'Everything but the test controls: --preset full',
    'Propose drafts alone: --preset draft',
    `All of it: ${typed('keys create --help')}`,
  );
}

function toolsetNamed(word: string): Toolset {
  const toolset = TOOLSETS.find((one) => one === word.toLowerCase());
  if (toolset !== undefined) return toolset;
  throw usageFailure(`--toolsets: "${word}" is none of ${TOOLSETS.join(', ')}.`);
}

function lifetimeOf(written: string): number {
  const [, amount, unit] = /^(\d+)\s*([hdwy])$/i.exec(written.trim()) ?? [];
  const length = Number(amount) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (length > 0 && length <= 100 * 365 * DAY_MS) return length;
  throw usageFailure(`--expires: "${written}" was not understood.`, 'Write it like 12h, 90d, 2w or 1y.');
}

/** Where the key will be used: what was named, else where a backend serves this folder now. */
function baseUrlFor(folder: string, { globals, env }: Context): string {
  return (
    settingOf(globals.baseUrl) ??
    settingOf(env['POSTRIDER_BASE_URL']) ??
    findRunning(folder)?.url ??
    DEFAULT_BASE_URL
  );
}
