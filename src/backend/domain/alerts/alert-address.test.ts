import { expect, it } from 'vitest';
import { RequestRefused } from '../../operations/refusal.js';
import { readAlertAddress } from './alert-address.js';

it('of a chat the host is shown, and only the end of a long secret', () => {
  const url = 'https://hooks.slack.com/services/T0/B0/secret';
  expect(readAlertAddress('slack', ` ${url} `)).toEqual({ address: url, shown: 'hooks.slack.com' });
  const long = 'https://hooks.slack.com/services/T0/B0/hWk3mQ8sYv1Zr6Lt0Nb4c9Xa';
  expect(readAlertAddress('slack', long).shown).toBe('hooks.slack.com …c9Xa');
  expect(readAlertAddress('slack', `${long}?key=1`).shown).toBe('hooks.slack.com');
  expect(readAlertAddress('email', 'team+alerts@example.org').shown).toBe('team+alerts@example.org');
});

it.each([
  ['email', ''],
  ['email', 'team'],
  ['email', 'a@b.example, c@d.example'],
  ['email', 'Team <a@b.example>'],
  ['email', 'a@b.example\r\nBcc: c@d.example'],
  ['email', `${'a'.repeat(65)}@b.example`],
  ['email', `a@${'b'.repeat(600)}`],
  ['slack', 'hooks.slack.com/services/1'],
  ['discord', 'https://user:password@discord.example/api/webhooks/1'],
] as const)('%s does not take %j', (kind, written) => {
  expect(() => readAlertAddress(kind, written)).toThrow(RequestRefused);
});
