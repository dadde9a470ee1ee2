import { allows, isRole, ROLE_NAMES } from '../../../contract/roles.js';
import { defineCommand } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { changePerson, withWarnings, YES_OPTION } from './change-person.js';
import { PERSON_ARGUMENT } from './person-named.js';

export const peopleRole = defineCommand({
  name: 'people role',
  group: 'Setup',
  summary: 'Give a person another role',
  details: `Roles: ${ROLE_NAMES.join(', ')}. It holds from the person's next request on, for their API keys as well.`,
  arguments: [PERSON_ARGUMENT, { name: '<role>', description: `One of: ${ROLE_NAMES.join(', ')}` }],
  options: { ...YES_OPTION, ...DATA_OPTIONS },
  examples: [{ type: 'people role ann approver', does: 'Let Ann publish and approve' }],
  run: async ({ arguments: [name = '', role = ''], options }, context) => {
    const { output, env } = context;
    if (!isRole(role)) throw usageFailure(`“${role}” is not a role. Use one of: ${ROLE_NAMES.join(', ')}.`);
    const { changeRole } = await import('../../../backend/domain/people/change-members.js');
    const { viewPerson } = await import('../../../backend/domain/people/view-person.js');
    const { result: member, warnings } = await changePerson(
      dataLocation(options, env),
      name,
      {
        context,
        isAnswered: options.yes === true,
        takesApproval: !allows(role, 'posts:publish'),
        always: null,
      },
      (trx, whom) => changeRole(trx, whom, role),
    );
    output.result({
      data: { ...viewPerson(member), warnings },
      brief: [member.id],
      text: () => withWarnings(`${member.displayName} is now ${role}.`, warnings),
    });
  },
});
