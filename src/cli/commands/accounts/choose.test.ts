import { expect, it } from 'vitest';
import type { ConnectionChoice } from '../../../contract/accounts/connections.js';
import { chosenBy } from './choose.js';

const choice = (id: string, name: string, handle: string): ConnectionChoice => ({
  ...{ id, name, handle, kind: 'Page', avatarUrl: null },
});

const CHOICES = [
  choice('71', 'Fernhill Coffee', '@fernhill'),
  choice('72', 'Northwind', '@northwind'),
  choice('1', 'Huila', '@huila'),
];

it.each([
  ['all', ['all'], ['71', '72', '1']],
  ['a name in any case', ['northwind'], ['72']],
  ['a handle with or without its @', ['@fernhill', 'huila'], ['71', '1']],
  ['an id, before a number', ['1'], ['1']],
  ['numbers of the list', ['2', '3'], ['72', '1']],
])('accounts are chosen by %s', (_, words, ids) => {
  expect(chosenBy(words, CHOICES)).toEqual(ids);
});

it.each([[['nobody']], [['4']], [['0']], [[]]])('%j names no account', (words) => {
  expect(() => chosenBy(words, CHOICES)).toThrow(/does not offer|Nothing was chosen/);
});
