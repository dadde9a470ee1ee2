import { describe, expect, it } from 'vitest';
import { isLoopback, listenedHost, urlHost } from './host-names.js';

describe('an address to listen on', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])(
    'that is this machine alone: %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each(['0.0.0.0', '::', '[::]', '192.168.1.5', '128.0.0.1', 'fe80::1', 'localhost.example.com'])(
    'that others can reach: %s',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  it.each([
    ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
    ['::1', '::1', '[::1]'],
    ['[::1]', '::1', '[::1]'],
    ['0.0.0.0', '0.0.0.0', '127.0.0.1'],
    ['[::]', '::', '127.0.0.1'],
    ['post.example.org', 'post.example.org', 'post.example.org'],
  ])('%s is listened on as %s, and stands in URLs as %s', (host, listened, inUrls) => {
    expect([listenedHost(host), urlHost(host)]).toEqual([listened, inUrls]);
  });
});
