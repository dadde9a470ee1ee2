import { describe, expect, it } from 'vitest';
import { type PostBody, resolveContent, traceContent } from './content.js';

const account = { id: 'acc_1', platform: 'bluesky' } as const;
const post: PostBody = { text: 'Base', mediaUrls: ['a', 'b'], altTexts: ['A', 'B'] };

describe('the content for an account', () => {
  it('is that of the post if no override matches', () => {
    const overrides = [{ target: 'x', text: 'Other', title: 'T' }];
    expect(resolveContent({ ...post, overrides }, account)).toEqual({
      text: 'Base',
      mediaUrls: ['a', 'b'],
      altTexts: ['A', 'B'],
      title: null,
      privacy: null,
      postType: null,
      madeForKids: null,
      boardId: null,
      link: null,
      thread: [],
      firstComment: null,
      cover: null,
      disclosure: [],
      options: {},
    });
  });

  it('has each field from the account’s override, then its platform’s, then the post', () => {
    const overrides = [
      { target: 'acc_1', text: 'Account' },
      { target: 'bluesky', text: 'Platform', title: 'Platform title' },
    ];
    expect(resolveContent({ ...post, overrides }, account)).toMatchObject({
      text: 'Account',
      title: 'Platform title',
      mediaUrls: ['a', 'b'],
    });
  });

  it('treats null as none, even over a platform’s override', () => {
    const overrides = [
      { target: 'bluesky', title: 'Title', privacy: 'public' as const },
      { target: 'acc_1', text: null, mediaUrls: null, title: null, privacy: null },
    ];
    expect(resolveContent({ ...post, overrides }, account)).toMatchObject({
      text: '',
      mediaUrls: [],
      altTexts: [],
      title: null,
      privacy: null,
    });
  });

  it('treats empty text and empty lists as none', () => {
    const overrides = [{ target: 'bluesky', text: '', mediaUrls: [], title: '', boardId: '' }];
    expect(resolveContent({ ...post, overrides }, account)).toMatchObject({
      text: '',
      mediaUrls: [],
      title: null,
      boardId: null,
    });
  });

  it('distinguishes false from unset', () => {
    const overrides = [{ target: 'bluesky', madeForKids: false }];
    expect(resolveContent({ ...post, overrides }, account).madeForKids).toBe(false);
  });

  it('uses the later of two overrides with the same target', () => {
    const overrides = [
      { target: 'bluesky', text: 'First' },
      { target: 'bluesky', text: 'Second' },
    ];
    expect(resolveContent({ ...post, overrides }, account).text).toBe('Second');
  });

  it('keeps inherited alt texts with their media', () => {
    const overrides = [{ target: 'bluesky', mediaUrls: ['b', 'c'] }];
    expect(resolveContent({ ...post, overrides }, account).altTexts).toEqual(['B', '']);
  });

  it('keeps a platform’s alt texts with their media if the account has other media', () => {
    const overrides = [
      { target: 'bluesky', altTexts: ['AA', 'BB'] },
      { target: 'acc_1', mediaUrls: ['b'] },
    ];
    expect(resolveContent({ ...post, overrides }, account).altTexts).toEqual(['BB']);
  });

  it('does not change an override’s own alt texts', () => {
    const overrides = [{ target: 'bluesky', mediaUrls: ['c'], altTexts: ['C'] }];
    expect(resolveContent({ ...post, overrides }, account).altTexts).toEqual(['C']);
  });

  it('has the pointer of each field, even of those that are not set', () => {
    const overrides = [
      { target: 'bluesky', title: 'T' },
      { target: 'acc_1', text: 'Account' },
    ];
    expect(traceContent({ ...post, overrides }, account).pointers).toMatchObject({
      text: '/overrides/1/text',
      title: '/overrides/0/title',
      mediaUrls: '/mediaUrls',
      privacy: '/overrides/1/privacy',
    });
    expect(traceContent(post, account).pointers).toMatchObject({ text: '/text', privacy: '/overrides' });
  });
});

describe('the link of a post', () => {
  const link = 'https://fernhill.example/sunday';
  const contentOn = (platform: 'bluesky' | 'x', body: PostBody) =>
    resolveContent({ text: 'Open on Sunday.', link, ...body }, { id: 'acc_1', platform });

  it('is attached where the network has a field for it, and else at the end of the text', () => {
    expect(contentOn('bluesky', {})).toMatchObject({ text: 'Open on Sunday.', link });
    const inText = { text: `Open on Sunday.\n\n${link}`, link: null };
    expect(contentOn('x', {})).toMatchObject(inText);
    expect(contentOn('bluesky', { mediaUrls: ['a'] })).toMatchObject(inText);
    expect(contentOn('x', { text: '' })).toMatchObject({ text: link, link: null });
  });

  it.each<[PostBody]>([
    [{ text: 'Read http://www.fernhill.example/sunday/#top.' }],
    [{ overrides: [{ target: 'x', thread: [`More: ${link}`] }] }],
    [{ overrides: [{ target: 'x', firstComment: link }] }],
  ])('is not repeated in %j', (body) => {
    const { text } = contentOn('x', body);
    expect(text).toBe(body.text ?? 'Open on Sunday.');
  });

  it('can be replaced or removed for one target', () => {
    const other = 'https://fernhill.example/menu';
    expect(contentOn('bluesky', { overrides: [{ target: 'bluesky', link: other }] }).link).toBe(other);
    expect(contentOn('x', { overrides: [{ target: 'x', link: null }] })).toMatchObject({
      text: 'Open on Sunday.',
      link: null,
    });
  });
});
