import type { WorkspaceRow } from '../../../backend/store/schema.js';
import { timeForms } from '../../../time/forms.js';
import { choice, defineCommand, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { fields } from '../../output/fields.js';
import { DATA_OPTIONS, dataLocation, locationText } from './data-location.js';
import { type OpenData, withStore } from './with-store.js';

const OTHERS_APPROVE = 'by somebody other than the author';
const AUTHORS_PUBLISH = 'not required of those who can publish';

export const workspace = defineCommand({
  name: 'workspace',
  group: 'Setup',
  summary: 'Show or change the workspace of the backend on this machine',
  details:
    'Times such as “tomorrow at nine” are read in the workspace’s time zone, here and by every assistant. The first start uses the machine’s time zone. After a change, scheduled posts are still published at the same instant, and schedules keep their own time zone. A change takes effect at once, even if the server is running.',
  options: {
    name: text('--name <text>', 'New name'),
    timezone: text('--timezone <zone>', 'New IANA time zone, such as Europe/Berlin'),
    otherApprover: choice(
      '--other-approver <when>',
      'Whether somebody other than its author approves each post',
      ['required', 'optional'],
    ),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'workspace', does: 'Show name, time zone and local time' },
    {
      type: 'workspace --other-approver required',
      does: 'Let nobody approve, publish or schedule a post of their own',
    },
    { type: 'workspace --timezone Europe/Berlin', does: 'Read times in Berlin’s time zone' },
  ],
  run: async ({ options }, context) => {
    const { name, timezone, otherApprover } = options;
    const requiresOtherApprover = otherApprover && otherApprover === 'required';
    const wanted = { name, timezone, requiresOtherApprover };
    const asked = Object.values(wanted).some((value) => value !== undefined);
    const place = dataLocation(options, context.env);
    const [{ changeWorkspace, InvalidWorkspaceChange }, { changedFromTerminal }, { workspaceNow }] =
      await Promise.all([
        import('../../../backend/domain/access/change-workspace.js'),
        import('../../../backend/domain/access/actors.js'),
        import('../../../backend/store/workspace-clock.js'),
      ]);
    const change = async ({ store, workspace, making }: OpenData): Promise<WorkspaceRow> => {
      const by = await changedFromTerminal(store, workspace, making);
      return changeWorkspace(store, workspace, wanted, by).catch((error: unknown) => {
        throw error instanceof InvalidWorkspaceChange ? usageFailure(error.message) : error;
      });
    };
    const { row, now } = await withStore(place, asked ? 'make' : 'refuse', async (data) => {
      const row = asked ? await change(data) : data.workspace;
      return { row, now: workspaceNow(row, data.making.clock.now()) };
    });
    const where = await locationText(place);
    const { utc, local } = timeForms(now, row.timezone, now);
    context.output.result({
      data: {
        id: row.id,
        name: row.name,
        sandbox: row.sandbox === 1,
        timezone: row.timezone,
        requiresOtherApprover: row.requires_other_approver === 1,
        time: { utc, local },
        dataFolder: place.folder.value,
      },
      brief: [row.id],
      text: (screen) =>
        fields(
          [
            ['Workspace', row.name],
            ['ID', row.id],
            ['Time zone', row.timezone],
            ['Local time', local],
            ['Approval', row.requires_other_approver === 1 ? OTHERS_APPROVE : AUTHORS_PUBLISH],
            ['Networks', row.sandbox === 1 ? 'simulated (sandbox)' : 'real'],
            ['Data', where],
          ],
          screen,
        ),
    });
  },
});
