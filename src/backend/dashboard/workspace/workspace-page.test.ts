import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const known = async () => (await test.request<{ workspace: object }>('GET', '/v1/me')).body.workspace;

describe('the workspace in the settings', () => {
  it('is renamed and moved to another time zone, for all pages and keys', async () => {
    const { status, headers } = await person.send('/settings/workspace', {
      name: 'Fernhill <Bakery>',
      timezone: 'Asia/Tokyo',
    });
    expect([status, headers.get('location')]).toEqual([303, '/settings/workspace']);
    const { html } = await person.open('/settings/workspace');
    expect(html).toContain('value="Fernhill &lt;Bakery&gt;"');
    expect(html).toContain('Times in Asia/Tokyo');
    expect(html).toMatch(/It is now \w{3} \d+ \w{3}, [\d:]+ in Asia\/Tokyo/);
    expect(await known()).toMatchObject({ name: 'Fernhill <Bakery>', timezone: 'Asia/Tokyo' });
    const { html: activity } = await person.open('/activity');
    expect(activity).toContain('changed the time zone from UTC to Asia/Tokyo');
  });

  it('keeps refused input in the form', async () => {
    const before = await known();
    const { status, html } = await person.send('/settings/workspace', {
      name: 'Another',
      timezone: 'Europe/Belrin',
    });
    expect(status).toBe(422);
    expect(html).toContain('Europe/Berlin');
    expect(html).toContain('value="Europe/Belrin"');
    expect(html).toContain('value="Another"');
    expect(await known()).toEqual(before);
  });
});
