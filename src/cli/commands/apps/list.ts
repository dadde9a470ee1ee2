import type { App } from '../../../contract/accounts/apps.js';
import { defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const appsList = defineCommand({
  name: 'apps list',
  alone: true,
  group: 'Publish',
  operations: ['apps.list'],
  summary: 'List the networks that demand an app of your own, and which are set',
  options: {},
  examples: [{ type: 'apps', does: 'List the apps' }],
  run: (_typed, context) =>
    withClient(context, async (client) => {
      const apps = await client.apps.list({ signal: context.signal });
      context.output.result({
        data: apps,
        brief: apps.data.flatMap(({ platform, clientId }) => (clientId === null ? [] : [platform])),
        text: (screen) => table(COLUMNS, apps.data, screen),
      });
      const missing = apps.data.find(({ clientId }) => clientId === null);
      if (missing) context.output.note(`How to get one: ${typed(`apps get ${missing.platform}`)}`);
    }),
});

const COLUMNS: readonly Column<App>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'APP', value: ({ clientId }) => clientId ?? 'not set', minWidth: 20 },
  {
    title: 'SECRET',
    value: ({ clientId, hasSecret }) => (clientId === null ? '' : hasSecret ? 'set' : 'none'),
  },
  { title: 'SET IN', value: ({ source }) => source ?? '' },
  {
    title: 'REVIEW',
    value: ({ clientId, review, reviews }) =>
      clientId === null ? '' : (reviews.find(({ id }) => id === review)?.name ?? review),
  },
];
