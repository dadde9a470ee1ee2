import type { WorkspaceRow } from '../../backend/store/schema.js';
import { timeForms } from '../../time/forms.js';
import { DATA_OPTIONS, dataPlace, placeWords } from '../backend/data-place.js';
import { type OpenData, withStore } from '../backend/with-store.js';
import { defineCommand, text } from '../command.js';
import { usageFailure } from '../failure.js';
import { fields } from '../output/fields.js';

export const workspace = defineCommand({
  name: 'workspace',
  group: 'Begin',
  summary: 'Show the workspace of the backend on this machine; change its name or its time zone',
  details:
    'The time zone is what “tomorrow at nine” is read from, here and by every assistant. A first start takes the machine’s. What is scheduled goes out at the instant it was scheduled for, and schedules keep the zone they were made in. A change works at once, also beside a running server.',
  options: {
    name: text('--name <text>', 'Name it so'),
    timezone: text('--timezone <zone>', 'Set its IANA time zone, such as Europe/Berlin'),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'workspace', does: 'Its name, its time zone, and what time it is there' },
    { type: 'workspace --timezone Europe/Berlin', does: 'Read times on clocks in Berlin from now on' },
  ],
  run: async ({ options }, context) => {
    const { name, timezone } = options;
    const asked = name !== undefined || timezone !== undefined;
    const place = dataPlace(options, context.env);
    const [{ changeWorkspace, InvalidWorkspaceChange }, { changedFromTerminal }, { workspaceNow }] =
      await Promise.all([
        import('../../backend/domain/access/change-workspace.js'),
        import('../../backend/domain/access/actors.js'),
        import('../../backend/store/workspace-clock.js'),
      ]);
    const change = async ({ store, workspace, making }: OpenData): Promise<WorkspaceRow> => {
      const by = await changedFromTerminal(store, workspace, making);
      return changeWorkspace(store, workspace, { name, timezone }, by).catch((error: unknown) => {
        throw error instanceof InvalidWorkspaceChange ? usageFailure(error.message) : error;
      });
    };
    const { row, now } = await withStore(place, asked ? 'make' : 'refuse', async (data) => {
      const row = asked ? await change(data) : data.workspace;
      return { row, now: workspaceNow(row, data.making.clock.now()) };
    });
    const where = await placeWords(place);
    const { utc, local } = timeForms(now, row.timezone, now);
    context.output.result({
      data: {
        id: row.id,
        name: row.name,
        sandbox: row.sandbox === 1,
        timezone: row.timezone,
        time: { utc, local },
        dataFolder: place.folder.value,
      },
      brief: [row.id],
      text: (room) =>
        fields(
          [
            ['Workspace', row.name],
            ['Id', row.id],
            ['Time zone', row.timezone],
            ['Time there', local],
            ['Networks', row.sandbox === 1 ? 'simulated (a sandbox)' : 'real'],
            ['Data', where],
          ],
          room,
        ),
    });
  },
});
