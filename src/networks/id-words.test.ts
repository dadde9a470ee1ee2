import { describe, expect, it } from 'vitest';
import { idHint, namedIds, optionWords } from './id-words.js';

describe('the value of an option', () => {
  it.each([
    ['youtube', 'categoryId', '10', 'Music (10)'],
    ['youtube', 'categoryId', '43', 'category 43 on YouTube'],
    ['instagram', 'locationId', '1234', 'place 1234 on Facebook'],
    ['pinterest', 'boardSectionId', '7', 'board section 7 on Pinterest'],
    ['x', 'communityId', '99', 'community 99 on X'],
  ])('of %s, %s %s, is %s', (platform, name, value, words) => {
    expect(optionWords(platform, name, value)).toBe(words);
  });

  it.each([
    ['youtube', 'categoryId', 'Music'],
    ['youtube', 'categoryId', ''],
    ['youtube', 'license', 'youtube'],
    ['youtube', 'toString', '10'],
    ['bluesky', 'categoryId', '10'],
    ['acc_1', 'categoryId', '10'],
  ])('stays as it is where it is no id (%s, %s: "%s")', (platform, name, value) => {
    expect(optionWords(platform, name, value)).toBe(value);
  });
});

it('is chosen by its name where names are known, and explained where not', () => {
  expect([...namedIds('youtube', 'categoryId')][0]).toEqual(['1', 'Film & Animation']);
  expect(namedIds('instagram', 'locationId').size).toBe(0);
  expect(idHint('instagram', 'locationId')).toBe('The id of a place on Facebook');
  expect(idHint('youtube', 'categoryId')).toBeNull();
  expect(idHint('youtube', 'tags')).toBeNull();
});
