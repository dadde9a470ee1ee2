import { describe, expect, it } from 'vitest';
import { SignedUrls } from './signed-url.js';

const urls = new SignedUrls('https://post.example.org/base', 'secret');
const file = {
  name: { workspaceId: 'ws_1', sha256: 'a'.repeat(64), variant: 'converted-1f' },
  contentType: 'image/jpeg',
};
const END = 1_796_112_000_000;
const url = urls.urlOf(file, END);

describe('the address of a stored file', () => {
  it('says everything that serving it needs, whole or from its path on', () => {
    expect(url).toContain('https://post.example.org/base/media/files/ws_1/');
    expect(urls.read(url, END)).toEqual(file);
    const { pathname, search } = new URL(url);
    expect(urls.read(`${pathname}${search}`, END)).toEqual(file);
    expect(urls.read(`${pathname.replace('/base', '')}${search}`, END)).toEqual(file);
  });

  it('ends', () => {
    expect(urls.read(url, END + 1000)).toBe('expired');
  });

  it.each([
    ['another file', url.replace('aaaa', 'bbbb')],
    ['another workspace', url.replace('ws_1', 'ws_2')],
    ['another variant', url.replace('converted-1f', 'thumbnail')],
    ['the upload itself', url.replace('/converted-1f', '')],
    ['another type', url.replace('jpeg', 'png')],
    ['a later end', url.replace(/until=\d+/, 'until=9999999999')],
    ['no signature', url.replace(/&signature=.*/, '')],
    ['another secret', new SignedUrls('https://post.example.org/base', 'other').urlOf(file, END)],
    ['a type that is not shown', urls.urlOf({ ...file, contentType: 'text/html' }, END)],
    ['a name that is none', urls.urlOf({ ...file, name: { ...file.name, sha256: '../etc' } }, END)],
    ['nothing', ''],
  ])('that was changed to %s opens nothing', (_what, changed) => {
    expect(urls.read(changed, END)).toBeNull();
  });
});
