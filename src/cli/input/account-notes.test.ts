import { expect, it } from 'vitest';
import { Account } from '../../contract/accounts/accounts.js';
import { exampleAccount } from '../../contract/examples.js';
import { accountNotes } from './account-notes.js';

const account = (more: object) => Account.parse({ ...exampleAccount, ...more });

it('names the network that a sentence is about, or the accounts if it is not about all', () => {
  const accounts = [
    account({ platform: 'facebook', handle: '@northwind', standing: ['In development.'] }),
    account({ platform: 'facebook', handle: '@fernhill', standing: ['In development.'] }),
    account({ platform: 'x', handle: '@ada', standing: ['Costs money.'], inboxNotes: ['Not read.'] }),
    account({ platform: 'x', handle: '@bob', standing: ['Costs money.'] }),
  ];
  expect(accountNotes(accounts)).toEqual([
    'Facebook: In development.',
    'X: Costs money.',
    'X @ada: Not read.',
  ]);
});

it('names the account if it stands alone', () => {
  const [note] = accountNotes([account({ platform: 'x', handle: '@ada', standing: ['Costs money.'] })]);
  expect(note).toBe('X @ada: Costs money.');
});
