import type { Operation } from '../operation.js';
import { limitText } from '../service/workspace-limits.js';
import {
  CreateInvitation,
  INVITATION_DAYS,
  InvitationList,
  InvitationParams,
  NewInvitation,
  Person,
  PersonList,
  PersonParams,
  RemovedPerson,
  UpdatePerson,
  WithdrawnInvitation,
} from './people.js';

const examplePerson = {
  id: 'psn_01k9x3m5t7v9b2c4d6f8g0h1jk',
  name: 'Ann Fern',
  signInName: 'ann',
  role: 'approver',
  disabled: false,
  joinedAt: '2026-12-01T08:00:00.000Z',
  lastSeenAt: '2026-12-03T09:20:00.000Z',
};

const exampleInvitation = {
  id: 'inv_01k9x3m5t7v9b2c4d6f8g0h1jk',
  role: 'editor',
  createdAt: '2026-12-01T08:00:00.000Z',
  expiresAt: '2026-12-08T08:00:00.000Z',
};

/** The people of a workspace, and how others join it. */
export const PEOPLE_OPERATIONS = {
  'people.list': {
    method: 'GET',
    path: '/v1/people',
    tag: 'People',
    summary: 'List the people of the workspace and their roles',
    access: 'people:read',
    status: 200,
    response: PersonList,
    errors: [],
    example: { response: { data: [examplePerson] } },
  },
  'people.update': {
    method: 'PATCH',
    path: '/v1/people/{id}',
    tag: 'People',
    summary: 'Give a person another role, or take their access',
    description:
      'Holds from the person’s next request on, for their sessions, API keys and connections. The last active owner keeps the role and the access.',
    access: 'people:write',
    params: PersonParams,
    body: UpdatePerson,
    status: 200,
    response: Person,
    errors: ['person_not_found', 'last_owner'],
    example: {
      params: { id: examplePerson.id },
      body: { role: 'editor' },
      response: { ...examplePerson, role: 'editor' },
    },
  },
  'people.remove': {
    method: 'DELETE',
    path: '/v1/people/{id}',
    tag: 'People',
    summary: 'Remove a person from the workspace',
    description:
      'Ends their sessions and revokes their API keys. What they did keeps their name. To let them in again, invite them.',
    access: 'people:write',
    params: PersonParams,
    status: 200,
    response: RemovedPerson,
    errors: ['person_not_found', 'last_owner'],
    example: { params: { id: examplePerson.id }, response: { id: examplePerson.id, deleted: true } },
  },
  'invitations.list': {
    method: 'GET',
    path: '/v1/invitations',
    tag: 'People',
    summary: 'List the invitations that can still be accepted',
    access: 'people:read',
    status: 200,
    response: InvitationList,
    errors: [],
    example: { response: { data: [exampleInvitation] } },
  },
  'invitations.create': {
    method: 'POST',
    path: '/v1/invitations',
    tag: 'People',
    summary: 'Invite a person',
    description: `The answer has a link for the person, who chooses a name and a password there. It works once, within ${INVITATION_DAYS} days. ${limitText('invitations')}`,
    access: 'people:write',
    body: CreateInvitation,
    status: 201,
    response: NewInvitation,
    errors: ['limit_reached'],
    keyed: true,
    secretResponse: true,
    example: {
      body: { role: 'editor' },
      response: {
        ...exampleInvitation,
        url: 'https://post.example.org/join?token=q5gTTo2rNRyUbBqIhTLNdkYMd7lHsnrCkzG4UlKLaPw',
      },
    },
  },
  'invitations.withdraw': {
    method: 'DELETE',
    path: '/v1/invitations/{id}',
    tag: 'People',
    summary: 'Withdraw an invitation',
    access: 'people:write',
    params: InvitationParams,
    status: 200,
    response: WithdrawnInvitation,
    errors: ['invitation_not_found'],
    example: {
      params: { id: exampleInvitation.id },
      response: { id: exampleInvitation.id, deleted: true },
    },
  },
} as const satisfies Record<string, Operation>;
