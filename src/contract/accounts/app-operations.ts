import type { Operation } from '../operation.js';
import { App, AppList, AppParams, SetApp } from './apps.js';

const params = { platform: 'x' };

const exampleApp = {
  platform: 'x',
  clientId: 'M1M5R3BMVy13QmpScXkzTUt5OE46MTpjaQ',
  hasSecret: true,
  hasApiKeySecret: false,
  configId: null,
  source: 'database',
  review: 'none',
  reviews: [{ id: 'none', name: 'No review' }],
  redirects: [
    { usedBy: 'dashboard', url: 'http://127.0.0.1:4747/connect/callback' },
    { usedBy: 'command_line', url: 'http://127.0.0.1:47479/callback' },
  ],
  notices: null,
  consoleUrl: 'https://console.x.com',
  updatedAt: '2026-12-01T08:00:00.000Z',
};

/** The apps of networks that demand one. */
export const APP_OPERATIONS = {
  'apps.list': {
    method: 'GET',
    path: '/v1/apps',
    tag: 'Accounts',
    summary: 'List the networks that demand an app of your own, and the app of each',
    access: 'accounts:read',
    status: 200,
    response: AppList,
    errors: [],
    example: { response: { data: [exampleApp] } },
  },
  'apps.get': {
    method: 'GET',
    path: '/v1/apps/{platform}',
    tag: 'Accounts',
    summary: 'Get your app at a network',
    access: 'accounts:read',
    params: AppParams,
    status: 200,
    response: App,
    errors: ['app_not_found'],
    example: { params, response: exampleApp },
  },
  'apps.set': {
    method: 'PUT',
    path: '/v1/apps/{platform}',
    tag: 'Accounts',
    summary: 'Set your app at a network',
    description:
      'Accounts of the network are then connected with this app. Accounts that are connected already keep theirs; if only the secret has changed, they use the new one.',
    access: 'accounts:write',
    params: AppParams,
    body: SetApp,
    status: 200,
    response: App,
    errors: ['app_not_found', 'state_conflict'],
    example: {
      params,
      body: { clientId: exampleApp.clientId, clientSecret: 'the secret of the app' },
      response: exampleApp,
    },
  },
  'apps.remove': {
    method: 'DELETE',
    path: '/v1/apps/{platform}',
    tag: 'Accounts',
    summary: 'Remove your app at a network',
    description: 'Accounts that are connected with it stay connected.',
    access: 'accounts:write',
    params: AppParams,
    status: 200,
    response: App,
    errors: ['app_not_found', 'state_conflict'],
    example: {
      params,
      response: { ...exampleApp, clientId: null, hasSecret: false, source: null, updatedAt: null },
    },
  },
} as const satisfies Record<string, Operation>;
