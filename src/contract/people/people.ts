import { Issue } from '../errors.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ROLE_NAMES, ROLES } from '../roles.js';

/** Characters of the name that others see. */
export const MAX_PERSON_NAME_LENGTH = 100;

const role = z.enum(ROLE_NAMES).meta({
  description: `What the person can do: ${ROLE_NAMES.map((name) => `${name}: ${ROLES[name].can}`).join('; ')}. Each role allows what the one before it does.`,
});

export const Person = z
  .object({
    id: idOf('person', 'Id of the person.'),
    name: z.string().meta({ description: 'How others see them.' }),
    signInName: z
      .string()
      .nullable()
      .meta({ description: 'What they sign in with; null: the first owner, who has not chosen a name.' }),
    role,
    disabled: z
      .boolean()
      .meta({ description: 'Whether their access is taken from them until further notice.' }),
    joinedAt: Instant,
    lastSeenAt: Instant.nullable().meta({
      description: 'When they last used the dashboard, to ten minutes; null: no session of theirs is known.',
    }),
  })
  .meta({ id: 'Person', description: 'Somebody who can sign in to the dashboard.' });
export type Person = z.infer<typeof Person>;

export const PersonList = z
  .object({ data: z.array(Person) })
  .meta({ id: 'PersonList', description: 'The people of the workspace, who joined first comes first.' });
export type PersonList = z.infer<typeof PersonList>;

const warnings = z.array(Issue).meta({
  description:
    '`no_other_approver`: the workspace requires the approval of somebody other than the author, and only one person can approve posts now.',
});

export const UpdatedPerson = Person.extend({ warnings }).meta({
  id: 'UpdatedPerson',
  description: 'A person after a change of their access.',
});
export type UpdatedPerson = z.infer<typeof UpdatedPerson>;

export const UpdatePerson = z
  .strictObject({
    role: role.optional(),
    disabled: z.boolean().optional().meta({
      description:
        'True takes the access from the person: their sessions end, and their keys are refused. False gives it back.',
    }),
  })
  .meta({ id: 'UpdatePerson', description: 'The fields to change. Omitted fields keep their value.' });

export const PersonParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the person.' }),
});

export const RemovedPerson = z
  .object({ id: idOf('person', 'Id of the person.'), deleted: z.literal(true), warnings })
  .meta({ id: 'RemovedPerson' });
export type RemovedPerson = z.infer<typeof RemovedPerson>;

export const PersonSession = z
  .object({
    id: z.string().meta({ description: 'Id of the session.', examples: ['3f0c9a51b7de8846'] }),
    browser: z.string().meta({ description: 'The browser and its system, such as `Firefox on Linux`.' }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'The IP address from which it was last used; null: it is not known.' }),
    createdAt: Instant.meta({ description: 'When they signed in.' }),
    lastUsedAt: Instant.meta({ description: 'When it was last used, to ten minutes.' }),
    expiresAt: Instant.meta({ description: 'When it ends if it is not used.' }),
  })
  .meta({ id: 'PersonSession', description: 'A browser in which a person is signed in to the dashboard.' });
export type PersonSession = z.infer<typeof PersonSession>;

export const PersonSessionList = z
  .object({ data: z.array(PersonSession) })
  .meta({ id: 'PersonSessionList', description: 'The sessions of a person, the one used last comes first.' });

export const PersonSessionParams = PersonParams.extend({
  sessionId: z.string().min(1).max(64).meta({ description: 'Id of the session.' }),
});

export const EndedSessions = z
  .object({
    id: idOf('person', 'Id of the person.'),
    ended: z.number().int().meta({ description: 'How many sessions have ended.' }),
  })
  .meta({ id: 'EndedSessions' });

/** How long an invitation is valid, in days. */
export const INVITATION_DAYS = 7;

export const Invitation = z
  .object({
    id: idOf('invitation', 'Id of the invitation.'),
    role,
    createdAt: Instant,
    expiresAt: Instant.meta({ description: `${INVITATION_DAYS} days after it was made.` }),
  })
  .meta({ id: 'Invitation', description: 'A link that lets one person join the workspace.' });
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitation = Invitation.extend({
  url: z.string().meta({
    description: 'The link for the person. Only this answer has it: the database stores its SHA-256.',
  }),
}).meta({ id: 'NewInvitation' });
export type NewInvitation = z.infer<typeof NewInvitation>;

export const InvitationList = z
  .object({ data: z.array(Invitation) })
  .meta({ id: 'InvitationList', description: 'Invitations that can still be accepted, newest first.' });
export type InvitationList = z.infer<typeof InvitationList>;

export const CreateInvitation = z.strictObject({ role }).meta({ id: 'CreateInvitation' });

export const InvitationParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the invitation.' }),
});

export const WithdrawnInvitation = z
  .object({ id: idOf('invitation', 'Id of the invitation.'), deleted: z.literal(true) })
  .meta({ id: 'WithdrawnInvitation' });
export type WithdrawnInvitation = z.infer<typeof WithdrawnInvitation>;
