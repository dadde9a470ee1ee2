import { expect, it } from 'vitest';
import { clientEntries } from './client-entries.js';

it('no command of the dashboard contains the key, which a shell would keep in its history', () => {
  const entries = clientEntries('postrider_api_secret', 'http://127.0.0.1:4747');
  const commands = entries.filter(({ place }) => place.includes('terminal'));
  expect(commands.map(({ text }) => text)).toEqual([
    expect.stringMatching(/ login --base-url http:\/\/127\.0\.0\.1:4747$/),
  ]);
  expect(JSON.stringify(commands)).not.toContain('postrider_api_secret');
});
