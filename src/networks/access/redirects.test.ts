import { expect, it } from 'vitest';
import { guideOf } from './guide.js';
import type { AppAccess } from './network-access.js';
import { needsRegistration, redirectsToRegister } from './redirects.js';
import { x } from './x.js';
import { youtube } from './youtube.js';

const ofX: AppAccess = x.app;

const HERE = 'http://127.0.0.1:4747';
const PUBLIC = 'https://postrider.example.com';
const LAN = 'http://192.168.1.20:4747';

const urlsOf = (...args: Parameters<typeof redirectsToRegister>) =>
  redirectsToRegister(...args).map(({ url }) => url);

it('has no address registered for apps of this machine, where the network wants none', () => {
  expect(urlsOf(youtube.app, youtube.app.redirect, HERE)).toEqual([]);
  expect(urlsOf(youtube.app, youtube.app.redirect, LAN)).toEqual([]);
  expect(urlsOf(youtube.app, youtube.app.redirect, PUBLIC)).toEqual([
    `${PUBLIC}/connect/callback`,
    'http://127.0.0.1:47479/callback',
  ]);
  expect(urlsOf(ofX, ofX.redirect, HERE)).toEqual([
    `${HERE}/connect/callback`,
    'http://127.0.0.1:47479/callback',
  ]);
});

it('asks to register only an address that needs it', () => {
  expect(needsRegistration(youtube.app, `${HERE}/connect/callback`)).toBe(false);
  expect(needsRegistration(youtube.app, `${PUBLIC}/connect/callback`)).toBe(true);
  expect(needsRegistration(ofX, `${HERE}/connect/callback`)).toBe(true);
});

it('has the steps of one kind of app, and never both', () => {
  const kinds = (redirects: readonly string[]) =>
    guideOf(youtube.app, redirects)
      .steps.map(({ text }) => /of the type (Desktop app|Web application)/.exec(text)?.[1])
      .filter(Boolean);
  expect(kinds([])).toEqual(['Desktop app']);
  expect(kinds(['the addresses below'])).toEqual(['Web application']);
});
