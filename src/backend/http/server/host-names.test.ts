import { describe, expect, it } from 'vitest';
import { listenedHost, urlHost } from './host-names.js';

describe('an address to listen on', () => {
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
