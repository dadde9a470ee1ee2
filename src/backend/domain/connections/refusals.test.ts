import { expect, it } from 'vitest';
import { ConnectionFailed } from '../../networks/wire.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refusalOf } from './refusals.js';

const NO_ANSWER = 'The name servers gave no answer for "x". Try again later, or check that DNS works.';

it.each([
  [
    'mastodon',
    new ConnectionFailed('reset', true),
    /request was sent\. Check the server, or try again later\.$/,
  ],
  ['x', new ConnectionFailed('reset', true), /request was sent\. Try again later: X may have an outage\.$/],
  [
    'x',
    new ConnectionFailed('refused', false),
    /nothing was sent\. Check that this machine can reach X, or try/,
  ],
  ['x', new ConnectionFailed('name_not_found', false, NO_ANSWER), /DNS works\. Nothing was sent\.$/],
  ['mastodon', new ConnectionFailed('name_not_found', false, NO_ANSWER), /DNS works\. Nothing was sent\.$/],
] as const)('says once what to do about %s: %s', (platform, error, words) => {
  const refused = refusalOf(error, platform);
  expect(refused).toBeInstanceOf(RequestRefused);
  expect((refused as RequestRefused).message).toMatch(words);
});
