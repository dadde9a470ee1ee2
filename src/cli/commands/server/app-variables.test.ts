import { expect, it } from 'vitest';
import { environmentApps } from './app-variables.js';

const ID = { POSTRIDER_X_CLIENT_ID: 'an-id' };
const NOTHING = { review: null, configId: null, apiKeySecret: null };
const app = (clientSecret: string | null, more: object = {}) => ({
  x: { clientId: 'an-id', clientSecret, ...NOTHING, ...more },
});

it.each([
  ['no variable', {}, {}],
  ['an id and a secret', { ...ID, POSTRIDER_X_CLIENT_SECRET: 'a-secret' }, app('a-secret')],
  ['an id alone, where the secret is optional', ID, app(null)],
  [
    'an API Key Secret',
    { ...ID, POSTRIDER_X_API_KEY_SECRET: 'another' },
    app(null, { apiKeySecret: 'another' }),
  ],
  ['an empty secret', { ...ID, POSTRIDER_X_CLIENT_SECRET: '' }, app(null)],
])('reads %s', (_, env, apps) => {
  expect(environmentApps(env)).toEqual(apps);
});

it.each([
  [
    'a secret without an id',
    { POSTRIDER_X_CLIENT_SECRET: 'a-secret' },
    'POSTRIDER_X_CLIENT_SECRET is set without POSTRIDER_X_CLIENT_ID.',
  ],
  [
    'an API Key Secret without an id',
    { POSTRIDER_X_API_KEY_SECRET: 'another' },
    'POSTRIDER_X_API_KEY_SECRET is set without POSTRIDER_X_CLIENT_ID.',
  ],
  ['an unknown review', { ...ID, POSTRIDER_X_REVIEW: 'gold' }, 'POSTRIDER_X_REVIEW must be one of: none.'],
])('refuses %s', (_, env, message) => {
  expect(() => environmentApps(env)).toThrow(message);
});
