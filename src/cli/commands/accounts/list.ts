import type { Account } from '../../../contract/accounts/accounts.js';
import { isRehearsed, REHEARSED } from '../../../contract/accounts/rehearsal.js';
import type { Me } from '../../../contract/service/me.js';
import { defineCommand, list } from '../../command.js';
import { accountNotes } from '../../input/account-notes.js';
import { connectFirst } from '../../input/connect-first.js';
import { readPlatforms } from '../../input/platforms.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const accountsList = defineCommand({
  name: 'accounts list',
  alone: true,
  group: 'Publish',
  operations: ['accounts.list'],
  summary: 'List connected accounts, their health and required fields',
  options: { platform: list('-p, --platform <networks>', 'Only these networks, separated by commas') },
  examples: [
    { type: 'accounts', does: 'List all accounts' },
    { type: 'accounts --platform bluesky,x', does: 'List the accounts of two networks' },
    { type: 'accounts --quiet', does: 'Print ids, one per line' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const found: Account[] = [];
      const query = { limit: 100, ...(platform.length === 0 ? {} : { platform }) };
      for await (const account of client.accounts.list(query, { signal: context.signal }))
        found.push(account);
      const none =
        found.length === 0
          ? noneFound(platform.length > 0, await client.me.get({ signal: context.signal }))
          : '';
      context.output.result({
        data: { data: found, nextCursor: null },
        brief: found.map(({ id }) => id),
        text: (screen) => none || table(COLUMNS, found, screen),
      });
      const [first] = found;
      if (first !== undefined)
        context.output.note(first.simulated ? SIMULATED : isRehearsed(first) ? REHEARSED : REAL);
      for (const note of accountNotes(found)) context.output.note(note);
      const unhealthy = found.find(({ health }) => health.status !== 'healthy');
      if (unhealthy !== undefined)
        context.output.note(`See the problem and its fix: ${typed(`accounts get ${unhealthy.id}`)}`);
    }),
});

/** Cutting the names of required fields would hide them. */
const MIN_REQUIRES = 60;

function noneFound(filtered: boolean, { workspace }: Me): string {
  return `No ${filtered ? 'matching account' : 'account'} is connected: ${connectFirst(workspace.sandbox)}.`;
}

/** A workspace has accounts of one kind. */
const SIMULATED = 'These accounts are simulated: nothing becomes public.';
const REAL = 'These accounts are real: they publish on the real networks.';

const COLUMNS: readonly Column<Account>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'HANDLE', value: ({ handle }) => handle, minWidth: 18 },
  {
    title: 'HEALTH',
    value: ({ health }) => health.status,
    format: ({ health }) => (health.status === 'healthy' ? 'green' : 'red'),
  },
  { title: 'REQUIRES', value: requirements, minWidth: MIN_REQUIRES },
  { title: 'ID', value: ({ id }) => id },
];

/** The fields that every post to this account needs. */
function requirements({ capabilities }: Account): string {
  const options = Object.entries(capabilities.options).filter(([, { required }]) => required);
  return [...(capabilities.mediaRequired ? ['media'] : []), ...options.map(([name]) => name)].join(', ');
}
