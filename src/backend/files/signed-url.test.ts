import { describe, expect, it } from 'vitest';
import { SignedUrls } from './signed-url.js';

const urls = new SignedUrls('https://post.example.org/base', 'secret');
const file = {
  name: { workspaceId: 'ws_1', sha256: 'a'.repeat(64), variant: 'converted-1f' },
  contentType: 'image/jpeg',
};
const EXPIRY = 1_796_112_000_000;
const url = urls.urlOf(file, EXPIRY);

describe('the URL of a stored file', () => {
  it('identifies the file, as an absolute URL or from its path', () => {
    expect(url).toContain('https://post.example.org/base/media/files/ws_1/');
    expect(urls.read(url, EXPIRY)).toEqual(file);
    const { pathname, search } = new URL(url);
    expect(urls.read(`${pathname}${search}`, EXPIRY)).toEqual(file);
    expect(urls.read(`${pathname.replace('/base', '')}${search}`, EXPIRY)).toEqual(file);
  });

  it('expires', () => {
    expect(urls.read(url, EXPIRY + 1000)).toBe('expired');
  });

  it.each([
    ['another file', url.replace('aaaa', 'bbbb')],
    ['another workspace', url.replace('ws_1', 'ws_2')],
    ['another variant', url.replace('converted-1f', 'thumbnail')],
    ['the upload itself', url.replace('/converted-1f', '')],
    ['another type', url.replace('jpeg', 'png')],
    ['a later expiry', url.replace(/until=\d+/, 'until=9999999999')],
    ['no signature', url.replace(/&signature=.*/, '')],
    ['another secret', new SignedUrls('https://post.example.org/base', 'other').urlOf(file, EXPIRY)],
    ['a type that is never served', urls.urlOf({ ...file, contentType: 'text/html' }, EXPIRY)],
    ['an invalid name', urls.urlOf({ ...file, name: { ...file.name, sha256: '../etc' } }, EXPIRY)],
    ['an empty string', ''],
  ])('is invalid when changed to %s', (_what, changed) => {
    expect(urls.read(changed, EXPIRY)).toBeNull();
  });
});
