import type { Operation } from '../operation.js';
import { limitText } from '../service/workspace-limits.js';
import {
  AlertAddress,
  AlertAddressList,
  AlertAddressParams,
  AlertTest,
  CreateAlertAddress,
  DeletedAlertAddress,
} from './alerts.js';

const exampleAddress = {
  id: 'alc_01k9x3m5t7v9b2c4d6f8g0h1jk',
  kind: 'email',
  address: 'team@example.org',
  topics: ['posts', 'accounts'],
  quotesPosts: false,
  createdAt: '2026-12-01T08:00:00.000Z',
  lastSentAt: '2026-12-03T09:20:00.000Z',
  failingSince: null,
  error: null,
} as const;

const params = { id: exampleAddress.id };

/** Where a workspace is told of failures. */
export const ALERT_OPERATIONS = {
  'alerts.list': {
    method: 'GET',
    path: '/v1/alerts',
    tag: 'Alerts',
    summary: 'List the addresses that alerts are sent to',
    access: 'alerts:read',
    status: 200,
    response: AlertAddressList,
    errors: [],
    example: { response: { data: [exampleAddress] } },
  },
  'alerts.create': {
    method: 'POST',
    path: '/v1/alerts',
    tag: 'Alerts',
    summary: 'Add an address for alerts',
    description: `Alerts tell of failures from now on. Failures that happen together come in one message, at most one every 10 minutes. ${limitText('alert_channels')}`,
    access: 'alerts:write',
    body: CreateAlertAddress,
    status: 201,
    response: AlertAddress,
    errors: ['limit_reached'],
    keyed: true,
    example: {
      body: { kind: 'email', address: exampleAddress.address, topics: exampleAddress.topics },
      response: { ...exampleAddress, lastSentAt: null },
    },
  },
  'alerts.test': {
    method: 'POST',
    path: '/v1/alerts/{id}/test',
    tag: 'Alerts',
    summary: 'Send a test to an address for alerts',
    description: 'Sends it at once, and returns whether it was accepted.',
    access: 'alerts:write',
    params: AlertAddressParams,
    status: 200,
    response: AlertTest,
    errors: ['alert_address_not_found'],
    example: { params, response: { id: exampleAddress.id, sent: true, error: null } },
  },
  'alerts.delete': {
    method: 'DELETE',
    path: '/v1/alerts/{id}',
    tag: 'Alerts',
    summary: 'Remove an address for alerts',
    access: 'alerts:write',
    params: AlertAddressParams,
    status: 200,
    response: DeletedAlertAddress,
    errors: ['alert_address_not_found'],
    example: { params, response: { id: exampleAddress.id, deleted: true } },
  },
} as const satisfies Record<string, Operation>;
