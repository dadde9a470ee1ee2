import type { Person, UpdatedPerson } from '../../../contract/people/people.js';
import type { Call, Handlers } from '../../operations/call.js';
import { withApproverWarning } from '../access/approver-warning.js';
import {
  changeRole,
  disablePerson,
  enablePerson,
  type MemberChange,
  removeMember,
  requireMember,
} from './change-members.js';
import { createInvitation, listInvitations, withdrawInvitation } from './invitations.js';
import { listMembers } from './members.js';
import { sessionHandlers } from './sessions.js';
import { viewPerson } from './view-person.js';

async function updatePerson(call: Call<'people.update'>): Promise<UpdatedPerson> {
  const { body, services } = call;
  const change = changeOf(call);
  return call.commit(async (trx) => {
    const { result, warnings } = await withApproverWarning(trx, change.workspaceId, async () => {
      let member = await requireMember(trx, change);
      if (body.role !== undefined) member = await changeRole(trx, change, body.role);
      if (body.disabled === true) member = await disablePerson(trx, change, services.clock.now());
      if (body.disabled === false) member = await enablePerson(trx, change);
      return member;
    });
    return { ...viewPerson(result), warnings };
  });
}

function changeOf({ params, caller, requestId, now }: Call<'people.update' | 'people.remove'>): MemberChange {
  return {
    workspaceId: caller.workspace.id,
    personId: params.id,
    by: { apiKeyId: caller.key.id, requestId, now },
  };
}

export const peopleHandlers = {
  ...sessionHandlers,
  'people.list': async ({ caller, services }) => ({
    data: (await listMembers(services.store.db, caller.workspace.id)).map(viewPerson),
  }),
  'people.update': updatePerson,
  'people.remove': (call) =>
    call.commit(async (trx) => {
      const { result, warnings } = await withApproverWarning(trx, call.caller.workspace.id, () =>
        removeMember(trx, changeOf(call), call.services.clock.now()),
      );
      return { id: result.id as Person['id'], deleted: true, warnings };
    }),
  'invitations.list': async ({ caller, services }) => ({
    data: await listInvitations(services.store.db, caller.workspace.id, services.clock.now()),
  }),
  'invitations.create': async (call) => {
    const { caller, body, services, requestId, now } = call;
    const by = { apiKeyId: caller.key.id, requestId, now };
    return call.commit(async (trx) => {
      const { token, ...invitation } = await createInvitation(
        trx,
        { workspaceId: caller.workspace.id, role: body.role, by },
        services,
      );
      return { ...invitation, url: `${services.publicUrl}/join?token=${token}` };
    });
  },
  'invitations.withdraw': (call) => {
    const { caller, params, requestId, now } = call;
    const by = { apiKeyId: caller.key.id, requestId, now };
    return call.commit((trx) => withdrawInvitation(trx, caller.workspace.id, params.id, by));
  },
} satisfies Partial<Handlers>;
