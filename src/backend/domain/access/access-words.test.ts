import { expect, it } from 'vitest';
import { SCOPE_NAMES, SCOPE_PRESETS } from '../../../contract/scopes.js';
import { assistantWords } from '../assistants/presets.js';
import { accessWords } from './access-words.js';

it('names the preset, a few scopes, or how many there are', () => {
  expect(accessWords(SCOPE_PRESETS.draft)).toBe('draft only');
  expect(accessWords(['posts:read', 'media:read'])).toBe('posts:read, media:read');
  expect(accessWords(SCOPE_NAMES.slice(0, 6))).toBe('6 scopes');
});

it('names the preset of an assistant, which has fewer scopes than an API key', () => {
  expect(
    assistantWords(SCOPE_PRESETS.read.filter((scope) => !/^(webhooks|alerts|activity|people):/.test(scope))),
  ).toBe('read only');
});
