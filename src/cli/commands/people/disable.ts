import { defineCommand, flag } from '../../command.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { changePerson, withWarnings, YES_OPTION } from './change-person.js';
import { PERSON_ARGUMENT } from './person-named.js';

export const peopleDisable = defineCommand({
  name: 'people disable',
  group: 'Setup',
  summary: 'Take the access from a person, or give it back',
  details:
    'Their sessions end at once, and their API keys and connections stop until the access is given back.',
  arguments: [PERSON_ARGUMENT],
  options: { undo: flag('--undo', 'Give the access back'), ...YES_OPTION, ...DATA_OPTIONS },
  examples: [
    { type: 'people disable ann', does: 'Take the access from Ann' },
    { type: 'people disable ann --undo', does: 'Give it back' },
  ],
  run: async ({ arguments: [name = ''], options }, context) => {
    const { output, env } = context;
    const { disablePerson, enablePerson } = await import('../../../backend/domain/people/change-members.js');
    const { viewPerson } = await import('../../../backend/domain/people/view-person.js');
    const { result: member, warnings } = await changePerson(
      dataLocation(options, env),
      name,
      { context, isAnswered: options.yes === true, takesApproval: !options.undo, always: null },
      (trx, whom, now) => (options.undo ? enablePerson(trx, whom) : disablePerson(trx, whom, now)),
    );
    output.result({
      data: { ...viewPerson(member), warnings },
      brief: [member.id],
      text: () =>
        options.undo
          ? `${member.displayName} has access again.`
          : withWarnings(`${member.displayName} has no access any more.`, warnings),
    });
  },
});
