import { describe, expect, it } from 'vitest';
import { isLoopback, isLoopbackAddress } from './loopback.js';

describe('loopback hosts', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    '127.0.0.1',
    '127.8.9.10',
    '127.1',
    '127.0.0.1.',
    '0x7f000001',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
  ])('include %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '',
    '0.0.0.0',
    '::',
    '[::]',
    '128.0.0.1',
    '192.168.1.5',
    '127.0.0.256',
    '127.0.0.1:4747',
    '[::1]:4747',
    '127.0.0.1/x',
    'user@localhost',
    'fe80::1',
    'fe80::1%lo',
    '::127.0.0.1',
    '::ffff:128.0.0.1',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'mylocalhost',
  ])('exclude %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

it.each([
  ['http://localhost:80', true],
  ['http://127.0.0.1', true],
  ['http://127.1', true],
  ['http://[::1]', true],
  ['http://127.example.com', false],
  ['http://sso.localhost', false],
  ['http://128.0.0.1', false],
])('an issuer at %s is here: %s', (url, expected) => {
  expect(isLoopbackAddress(new URL(url).hostname)).toBe(expected);
});
