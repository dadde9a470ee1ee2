import { describe, expect, it } from 'vitest';
import { type PostBody, resolveContent } from './content.js';
import {
  countTagged,
  NO_TARGET_ID,
  placeAsWritten,
  standInNote,
  tagContent,
  tagLink,
  untagLink,
  untagText,
} from './link-tags.js';

const target = {
  platform: 'mastodon',
  targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  tags: { campaign: 'autumn' },
} as const;
const ALL = `utm_source=mastodon&utm_medium=social&utm_campaign=autumn&utm_content=${target.targetId}`;

const contentOf = (post: Partial<PostBody>) =>
  resolveContent({ text: '', ...post }, { id: 'acc_1', platform: 'mastodon' });

describe('a tagged link', () => {
  it.each([
    ['without a query', 'https://fernhill.example/menu', `https://fernhill.example/menu?${ALL}`],
    ['without a path', 'https://fernhill.example', `https://fernhill.example?${ALL}`],
    ['with a query', 'https://fernhill.example/?a=1', `https://fernhill.example/?a=1&${ALL}`],
    ['with an empty query', 'https://fernhill.example/?', `https://fernhill.example/?${ALL}`],
    ['with an open query', 'https://fernhill.example/?a=1&', `https://fernhill.example/?a=1&${ALL}`],
    ['with a fragment', 'https://fernhill.example/#hours', `https://fernhill.example/?${ALL}#hours`],
    ['with a query in its fragment', 'https://f.example/#/a?b=1', `https://f.example/?${ALL}#/a?b=1`],
    [
      'with percent-encoding and plus signs, which stay',
      'https://f.example/%E2%82%ac?q=a%2Fb+c#%C3%A9',
      `https://f.example/%E2%82%ac?q=a%2Fb+c&${ALL}#%C3%A9`,
    ],
    ['with parentheses', 'https://f.example/Tea_(drink)', `https://f.example/Tea_(drink)?${ALL}`],
    ['in capitals', 'HTTPS://F.example/A', `HTTPS://F.example/A?${ALL}`],
  ])('%s', (_, url, expected) => {
    expect(tagLink(url, target)).toBe(expected);
    if (!url.endsWith('?') && !url.endsWith('&')) expect(untagLink(expected, target)).toBe(url);
  });

  it('keeps the tags that are there, in any case', () => {
    expect(tagLink('https://f.example/?utm_source=mail&UTM_Campaign=x', target)).toBe(
      `https://f.example/?utm_source=mail&UTM_Campaign=x&utm_medium=social&utm_content=${target.targetId}`,
    );
    expect(tagLink('https://f.example/?utm_content', target)).toBe(
      'https://f.example/?utm_content&utm_source=mastodon&utm_medium=social&utm_campaign=autumn',
    );
    const whole = `https://f.example/?${ALL}`;
    expect(tagLink(whole, { ...target, tags: { campaign: 'spring' } })).toBe(whole);
  });

  it('has a campaign only if one was chosen, encoded', () => {
    const campaign = 'Grüne & rote';
    expect(tagLink('https://f.example/', { ...target, tags: { campaign } })).toContain(
      '&utm_campaign=Gr%C3%BCne%20%26%20rote&',
    );
    expect(tagLink('https://f.example/', { ...target, tags: { campaign: null } })).not.toContain('campaign');
  });

  it('is as long for a check as when it is sent', () => {
    expect(NO_TARGET_ID).toHaveLength(target.targetId.length);
    expect(standInNote(`utm_content=${NO_TARGET_ID}`)).toContain('stands for the id');
    expect(standInNote(`utm_content=${target.targetId}`)).toBeNull();
  });
});

describe('tagged content', () => {
  it('has tags on every link, and on nothing else', () => {
    const content = contentOf({
      text: 'See fernhill.example, https://fernhill.example/a. And (https://fernhill.example/b)!',
      overrides: [
        {
          target: 'mastodon',
          thread: ['More: https://fernhill.example/c', 'no link'],
          firstComment: 'https://fernhill.example/d',
        },
      ],
    });
    const tagged = tagContent(content, target);
    expect(tagged.text).toBe(
      `See fernhill.example, https://fernhill.example/a?${ALL}. And (https://fernhill.example/b?${ALL})!`,
    );
    expect(tagged.thread).toEqual([`More: https://fernhill.example/c?${ALL}`, 'no link']);
    expect(tagged.firstComment).toBe(`https://fernhill.example/d?${ALL}`);
    expect(countTagged(content, tagged)).toBe(4);
    expect(untagText(tagged.text, target)).toBe(content.text);
  });

  it('is the same for a text without links', () => {
    const content = contentOf({ text: 'mailto:somebody@f.example or ftp://f.example' });
    expect(tagContent(content, target)).toEqual(content);
    expect(countTagged(content, tagContent(content, target))).toBe(0);
  });

  it('is read in time that grows with its length', () => {
    const content = contentOf({ text: 'https://f.example/?a&'.repeat(2_000) });
    expect(tagContent(content, target).text.length).toBeGreaterThan(content.text.length);
  });
});

describe('a place in a tagged text', () => {
  const written =
    'See https://f.example/a, https://f.example/?utm_source=m&utm_medium=s&utm_campaign=c&utm_content=d or x';
  const { text: tagged } = tagContent(contentOf({ text: written }), target);
  const added = tagged.length - written.length;
  const second = written.indexOf('https', 8);

  it.each([
    ['before the links', 2, 2],
    ['at the start of a tagged link', 4, 4],
    ['inside a tagged link', 20, 4],
    ['inside its tags', 4 + 40, 4],
    ['right after a tagged link', 4 + 'https://f.example/a'.length + added, 4 + 'https://f.example/a'.length],
    ['inside a link that got no tags', second + 10 + added, second + 10],
    ['at the end', tagged.length, written.length],
  ])('%s', (_, place, expected) => {
    expect(placeAsWritten(written, tagged, place)).toBe(expected);
  });
});
