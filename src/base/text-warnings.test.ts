import { describe, expect, it } from 'vitest';
import { textWarnings } from './text-warnings.js';

describe('what a person should know of a text', () => {
  it('is how many invisible characters of which kinds it has, in all its parts', () => {
    expect(textWarnings(['a\u202eb', 'c', 'd\u200b\u200b'])).toEqual([
      'The text contains 3 invisible characters (text direction controls, zero-width characters). They are shown as ⟨U+…⟩.',
    ]);
    expect(textWarnings(['a\u200bb'])).toEqual([
      'The text contains 1 invisible character (zero-width characters). It is shown as ⟨U+…⟩.',
    ]);
  });

  it('is which host a link opens whose letters can look like others', () => {
    // The а is Cyrillic.
    expect(textWarnings(['Pay at https://pаypal.example/login or http://me@münchen.example:8080'])).toEqual([
      'The link to “pаypal.example” opens xn--pypal-4ve.example.',
      'The link to “münchen.example:8080” opens xn--mnchen-3ya.example:8080.',
    ]);
  });

  it('is nothing for plain texts and links', () => {
    expect(textWarnings(['See https://fernhill.example/näh?q=ü, today 👩‍👩‍👧', ''])).toEqual([]);
  });
});
