import { defineCommand } from '../../command.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { changePerson, withWarnings, YES_OPTION } from './change-person.js';
import { PERSON_ARGUMENT } from './person-named.js';

export const peopleRemove = defineCommand({
  name: 'people remove',
  group: 'Setup',
  summary: 'Remove a person from the workspace',
  details:
    'Their sessions end, and their API keys and connections are revoked. What they did keeps their name. To let them in again, invite them.',
  arguments: [PERSON_ARGUMENT],
  options: { ...YES_OPTION, ...DATA_OPTIONS },
  examples: [{ type: 'people remove ann --yes', does: 'Remove Ann, in a script' }],
  run: async ({ arguments: [name = ''], options }, context) => {
    const { removeMember } = await import('../../../backend/domain/people/change-members.js');
    const { result: member, warnings } = await changePerson(
      dataLocation(options, context.env),
      name,
      { context, isAnswered: options.yes === true, takesApproval: true, always: `Remove “${name}”?` },
      removeMember,
    );
    context.output.result({
      data: { id: member.id, deleted: true, warnings },
      brief: [member.id],
      text: () => withWarnings(`Removed ${member.displayName}.`, warnings),
    });
  },
});
