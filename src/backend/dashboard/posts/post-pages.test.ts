import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;
let agent: string;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  agent = await test.newKey('draft');
});
afterAll(() => test.close());

const read = async (id: string) => (await test.request<Post>('GET', `/v1/posts/${id}`)).body;

async function draft(fields: Readonly<Record<string, unknown>>): Promise<Post> {
  const { body } = await test.request<Post>('POST', '/v1/posts', {
    key: agent,
    body: { platform: 'bluesky', scheduleMode: 'draft', ...fields },
  });
  return body;
}

async function post(fields: Readonly<Record<string, unknown>>, key = test.key): Promise<Post> {
  const { body } = await test.request<Post>('POST', '/v1/posts', { key, body: fields });
  return body;
}

async function connect(handle: string, platform = 'x'): Promise<string> {
  const key = await test.newKey('sandbox');
  const { body } = await test.request<Account>('POST', '/v1/test/accounts', {
    key,
    body: { platform, handle },
  });
  return body.id;
}

describe('a post whose text is not what it seems', () => {
  const text = 'Pay \u202eelpirt\u202c at https://p\u0430ypal.example 👩‍👩‍👧';

  it('shows its invisible characters, and where its link leads, before anyone approves it', async () => {
    const { id } = await draft({ text, proposed: { scheduleMode: 'now' } });
    const pages = [await person.open(`/posts/${id}`), await person.open(`/posts/${id}/edit`)];
    for (const { html } of pages) {
      expect(html).toContain('<mark>⟨U+202E⟩</mark>elpirt<mark>⟨U+202C⟩</mark>');
      expect(html).toContain('2 invisible characters (text direction controls)');
      expect(html).toContain('opens xn--pypal-4ve.example');
      expect(html).toContain('👩‍👩‍👧');
    }
    expect(pages[0]?.html).not.toMatch(/[\u202c\u202e]/);
    expect((await read(id)).issues).toMatchObject([
      { code: 'invisible_characters', severity: 'warning', pointer: '/text', actual: 2 },
    ]);
  });

  it('lists a missing channel under problems, which no network’s rules mention', async () => {
    const { id } = await draft({ text: 'Where to?', platform: undefined });
    const { html } = await person.open(`/posts/${id}`);
    expect(html).toContain('1 problem to fix');
    expect(html).not.toContain('Network rules');
  });
});

describe('a draft that an agent proposes', () => {
  it('is marked, and approved in exactly the version shown', async () => {
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00Z' };
    const made = await draft({ text: 'Proposed for a Monday', proposed });
    expect((await person.open('/')).html).toContain('Proposed for a Monday');
    const page = await person.open(`/posts/${made.id}`);
    expect(page.html).toMatch(/class="network previewed bluesky.*Proposed for a Monday/s);
    expect(page.html).toContain('Waiting for your approval');
    expect(page.html).toContain('Mon 7 Jan 2030');

    await test.request('PATCH', `/v1/posts/${made.id}`, {
      key: agent,
      body: { version: 1, text: 'Slipped in' },
    });
    const stale = await person.send(`/posts/${made.id}/approve`, { version: '1' });
    expect(stale.status).toBe(409);
    expect((await read(made.id)).status).toBe('draft');

    const approved = await person.send(`/posts/${made.id}/approve`, { version: '2' });
    expect(approved.status).toBe(303);
    const after = await read(made.id);
    expect(after).toMatchObject({ status: 'scheduled', scheduledAt: '2030-01-07T09:00:00.000Z' });
    expect(after.history?.at(-1)).toMatchObject({
      action: 'approved',
      by: { label: 'Owner' },
    });
  });

  it('is rejected with a note for its author', async () => {
    const made = await draft({ text: 'Too loud!!!', proposed: { scheduleMode: 'now' } });
    await person.send(`/posts/${made.id}/reject`, { version: '1', note: 'Quieter, please.' });
    const { body } = await test.request<Post>('GET', `/v1/posts/${made.id}`, { key: agent });
    expect(body).toMatchObject({ status: 'draft', proposed: null, reviewNote: 'Quieter, please.' });
    expect((await person.open(`/posts/${made.id}`)).html).toContain('Quieter, please.');
  });

  it('gives way to the next one that waits, which says what was decided', async () => {
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2030-01-08T09:00:00Z' };
    const one = await draft({ text: 'The first of two', proposed });
    await draft({ text: 'The second of two', proposed });
    const { headers } = await person.send(`/posts/${one.id}/approve`, { version: '1' });
    const [, next = '', decided] =
      /^\/posts\/(\w+)\?decided=(\w+)$/.exec(headers.get('location') ?? '') ?? [];
    expect(decided).toBe(one.id);
    expect(await read(next)).toMatchObject({ status: 'draft', proposed: {} });
    const { html } = await person.open(`/posts/${next}?decided=${one.id}`);
    expect(html).toContain('<strong>Approved for Tue 8 Jan 2030, 09:00</strong>');
    expect(html).toContain(`href="/posts/${one.id}"`);
    expect(html).toContain(`action="/posts/${one.id}/undo"`);
    expect((await person.open(`/posts/${next}?decided=%3Cb%3E`)).html).not.toContain('<strong>Approved');
  });

  it('is published despite a duplicate when the user says so', async () => {
    const text = 'Twice on purpose';
    await test.post<Post>('/v1/posts', { text, platform: 'bluesky', scheduleMode: 'now' });
    const again = await draft({ text, platform: 'bluesky' });
    const path = `/posts/${again.id}/publish`;
    const refused = await person.send(path, { version: '1', scheduleMode: 'now' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('Publish anyway');
    expect(refused.html).toContain('name="allowDuplicate" value="yes"');
    expect((await read(again.id)).status).toBe('draft');
    await person.send(path, { version: '1', scheduleMode: 'now', allowDuplicate: 'yes' });
    expect((await read(again.id)).status).not.toBe('draft');
  });

  it('has a history with readable times and channels', async () => {
    const made = await draft({ text: 'Doors at nine', proposed: { scheduledAt: '2030-01-07T09:00:00Z' } });
    await person.send(`/posts/${made.id}/reject`, { version: '1', note: '' });
    const { history } = await read(made.id);
    expect(history?.at(-1)?.changes).toContainEqual({
      field: 'proposed',
      from: { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00.000Z', timezone: 'UTC' },
      to: null,
    });
    const { html } = await person.open(`/posts/${made.id}`);
    expect(html).toMatch(/Proposed time: Mon 7 Jan 2030, \d\d:00 → none/);
    expect(html).not.toContain('The note was taken back');
    expect(html).not.toContain('scheduleMode&quot;');
  });

  it('has a history with the names of ids, or with what they are', async () => {
    const text = 'Where is it?';
    const withIds = (category: string, place: string) => ({
      text,
      platform: undefined,
      platforms: ['youtube', 'instagram'],
      overrides: [
        { target: 'youtube', options: { categoryId: category } },
        { target: 'instagram', options: { locationId: place } },
      ],
    });
    const { id, version } = await draft(withIds('1', '55'));
    const { overrides } = withIds('10', '66');
    await test.request('PATCH', `/v1/posts/${id}`, { key: agent, body: { version, overrides } });
    const { html } = await person.open(`/posts/${id}`);
    const said = html.replaceAll(/<[^>]+>/g, '');
    for (const words of ['Category for YouTube changed', 'Music (10)', 'Place for Instagram changed']) {
      expect(said).toContain(words);
    }
    expect(said).toMatch(/place [\d]+ on Facebook/);
    const edit = (await person.open(`/posts/${id}/edit`)).html;
    expect(edit).toMatch(/<option value="10" selected="">Music<\/option>/);
    expect(edit).toContain('placeholder="The id of a place on Facebook"');
  });

  it('is deleted', async () => {
    const made = await draft({ text: 'Not this one' });
    const { html } = await person.send(`/posts/${made.id}/delete`, { version: '1' });
    expect(html).toContain('<h1>Draft deleted</h1>');
    expect((await person.open(`/posts/${made.id}`)).status).toBe(404);
  });
});

describe('a post with an unknown outcome', () => {
  it('is resolved by the user', async () => {
    const accountId = await connect('published_but_response_lost', 'linkedin');
    const { id } = await post({ accountIds: [accountId], text: 'Did it get through?', scheduleMode: 'now' });
    await expect.poll(async () => (await read(id)).status, { timeout: 10_000 }).toBe('unknown');
    const { html } = await person.open(`/posts/${id}`);
    const { version } = await read(id);
    expect(html).toContain('Is it on LinkedIn?');
    expect(html).toContain('Open @published-but-response-lost on LinkedIn');
    await person.send(`/posts/${id}/resolve`, {
      version: String(version),
      accountId,
      outcome: 'published',
      url: 'https://linkedin.example/feed/1',
    });
    expect(await read(id)).toMatchObject({ status: 'published' });
    // The history says who said so, and not that Postrider published it.
    const after = (await person.open(`/posts/${id}`)).html;
    expect(after).toContain('said that the post is published');
    expect(after).not.toContain('published it on LinkedIn');
  });
});

describe('posting again', () => {
  it('begins a new post with the content and channels, without the time', async () => {
    const overrides = [{ target: 'bluesky', text: 'Every year, here' }];
    const scheduledAt = '2026-12-24T09:00:00Z';
    const first = await post({ platform: 'bluesky', text: 'Every year', overrides, scheduledAt });
    expect((await person.open(`/posts/${first.id}`)).html).toContain(`href="/posts/new?copy=${first.id}"`);
    const { html } = await person.open(`/posts/new?copy=${first.id}`);
    expect(html).toContain('A new post, copied from');
    expect(html).toContain('Every year, here');
    expect(html).toMatch(new RegExp(`value="${first.targets[0]?.accountId}" checked`));
    expect(html).not.toContain('2026-12-24');
    expect((await person.open('/posts/new?copy=post_none')).status).toBe(404);
  });
});

describe('a post whose network cannot be reached', () => {
  it('says when it is tried next, and when Postrider gives up', async () => {
    const accountId = await connect('connection_refused');
    const { id } = await post({ accountIds: [accountId], text: 'Nobody there', scheduleMode: 'now' });
    await expect.poll(async () => (await read(id)).targets[0]?.phase).toBe('waiting');
    const { html } = await person.open(`/posts/${id}`);
    expect(html).toContain('The network could not be reached; nothing was sent.');
    expect(html).toMatch(/Next attempt: <time.*Postrider gives up <time/s);
  });
});

describe('a published post that differs from what was sent', () => {
  it('says how, and what to do', async () => {
    const { id } = await post({ platform: 'mastodon', text: 'With an image', scheduleMode: 'now' });
    await expect.poll(async () => (await read(id)).status, { timeout: 10_000 }).toBe('published');
    const warning = { code: 'media_missing', message: 'Published without its image.', action: 'Look at it.' };
    await test.backend.services.store.write((trx) =>
      trx
        .updateTable('targets')
        .set({ warnings_json: JSON.stringify([warning]) })
        .where('post_id', '=', id)
        .execute(),
    );
    expect((await read(id)).targets[0]?.warnings).toEqual([warning]);
    const { html } = await person.open(`/posts/${id}`);
    expect(html).toContain('Published without its image.');
    expect(html).toContain('<strong>Look at it.</strong>');
  });
});

describe('a post that failed', () => {
  it('explains why and what to do, and is retried', async () => {
    const accountId = await connect('permission_missing');
    const { id } = await post({ accountIds: [accountId], text: 'Refused', scheduleMode: 'now' });
    await expect.poll(async () => (await read(id)).status).toBe('failed');
    const { html } = await person.open(`/posts/${id}`);
    const { targets, version } = await read(id);
    expect(html).toContain(targets[0]?.error?.action);
    expect(html).toContain(
      `href="/channels/${accountId}/connect?next=${encodeURIComponent(`/posts/${id}`)}"`,
    );
    const early = await person.send(`/posts/${id}/retry`, { version: String(version), accountId });
    expect(early.html).toContain('Nothing was sent.');
    expect(early.html).toContain('The account cannot publish. Reconnect it');
  });

  it('leads to the account, and back to retrying', async () => {
    const accountId = await connect('comes-back');
    const expire = () => person.send(`/channels/${accountId}/expire`);
    await expire();
    const { id } = await post({ accountIds: [accountId], text: 'Let me in', scheduleMode: 'now' });
    await expect.poll(async () => (await read(id)).status).toBe('failed');
    const page = await person.open(`/channels/${accountId}/connect?next=/posts/${id}`);
    expect(page.html).toContain('Reconnect @comes-back');
    const input = { platform: 'x', handle: '@comes-back', next: `/posts/${id}` };
    const sent = await person.send('/channels', input);
    expect(sent.headers.get('location')).toBe(`/posts/${id}?connected=${accountId}`);
    const back = await person.open(`/posts/${id}?connected=${accountId}`);
    expect(back.html).toContain('Connected @comes-back on X.');
    expect(back.html).toContain('has access to this account again');
    expect(back.html).toContain('aria-label="Retry on X @comes-back"');

    const channels = await person.open(`/channels?connected=${accountId}`);
    expect(channels.html).toContain('This post was not published there while access had ended');
    expect(channels.html).toContain('Let me in');
    const { version } = await read(id);
    expect(channels.html).toContain('Healthy');
    const retried = await person.send(`/posts/${id}/retry`, { version: String(version), accountId });
    expect(retried.headers.get('location')).toBe(`/posts/${id}`);
    await expect.poll(async () => (await read(id)).status).toBe('published');
    expect((await person.open(`/channels?connected=${accountId}`)).html).not.toContain('was not published');
  });

  it('leads back to no other server', async () => {
    const input = { platform: 'x', handle: '@comes-back', next: '//elsewhere.example' };
    const { headers } = await person.send('/channels', input);
    expect(headers.get('location')).toMatch(/^\/channels\?connected=/);
  });

  it('names what was changed in sentences', async () => {
    const { id, version } = await draft({ text: 'The shop opens at nine on Saturday' });
    const text = 'The shop opens at ten on Saturday';
    const overrides = [{ target: 'bluesky', text: 'Ten!' }];
    await test.request('PATCH', `/v1/posts/${id}`, { key: agent, body: { version, text, overrides } });
    const { html } = await person.open(`/posts/${id}`);
    expect(html).toContain('The shop opens at <del>nine</del><ins>ten</ins> on Saturday');
    expect(html).toContain('Custom text for Bluesky added');
    expect(html).not.toContain('&quot;target&quot;');
    // The form of the dashboard names the account where an agent named its network.
    const { targets, version: now } = await read(id);
    const same = [{ target: targets[0]?.accountId, text: 'Ten!' }];
    const both = [{ target: 'bluesky', text: null }, ...same];
    await test.request('PATCH', `/v1/posts/${id}`, { key: agent, body: { version: now, overrides: both } });
    const after = (await person.open(`/posts/${id}`)).html;
    expect(after.match(/Custom text for Bluesky/g)).toHaveLength(1);
  });
});

describe('the list of posts', () => {
  it('is filtered by tabs, network and text, and extended in place', async () => {
    for (let number = 0; number < 35; number += 1) await draft({ text: `Draft of series ${number}` });
    const first = await person.open('/posts?status=draft&text=of+series');
    expect(first.html.match(/Draft of series/g)).toHaveLength(30);
    const more = /href="([^"]+)" data-more/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const longer = await person.open(more);
    expect(longer.html.match(/Draft of series/g)).toHaveLength(35);
    // A reload after a change returns as many entries as are shown.
    expect(longer.html).toContain(`hx-get="${more.replaceAll('&', '&amp;')}"`);
    expect(longer.html).not.toContain('data-more');
    expect((await person.open('/posts?platform=tiktok&text=of+series')).html).toContain('No matching posts');
  });
});

describe('scheduled posts', () => {
  it('are listed soonest first, on the home page too', async () => {
    for (const day of ['20', '10', '15']) {
      const scheduledAt = `2026-12-${day}T09:00:00Z`;
      await post({ platform: 'bluesky', text: `Out on the ${day}th`, scheduleMode: 'schedule', scheduledAt });
    }
    for (const path of ['/', '/posts?status=scheduled,queued,publishing']) {
      const { html } = await person.open(path);
      expect([...html.matchAll(/Out on the (\d\d)th/g)].map(([, day]) => day)).toEqual(['10', '15', '20']);
    }
  });
});

describe('a post scheduled in another zone', () => {
  it('is shown in the workspace’s zone', async () => {
    const { store } = test.backend.services;
    const setZone = (timezone: string) =>
      store.write((trx) =>
        trx.updateTable('workspaces').set({ timezone }).where('id', '=', test.workspace.id).execute(),
      );
    await setZone('America/New_York');
    const when = { scheduledAt: '2030-03-01T09:00', timezone: 'Asia/Tokyo' };
    const { id } = await post({ platform: 'bluesky', text: 'Good morning, Tokyo', ...when });
    expect((await person.open(`/posts/${id}`)).html).toContain('Thu 28 Feb 2030, 19:00');
    expect((await person.open('/posts?text=Tokyo')).html).toMatch(/Thu 28 Feb 2030<\/h2>.*>19:00<\/time>/s);
    await setZone(test.workspace.timezone);
  });
});

describe('texts of strangers and agents', () => {
  const EVIL = '</textarea><script>alert(1)</script><img src=x onerror=alert(2)>"\'`{{7*7}}';

  it('are escaped on every page that shows them', async () => {
    const made = await draft({ text: EVIL, altTexts: [], proposed: { scheduleMode: 'now' } });
    await person.send(`/posts/${made.id}/reject`, { version: '1', note: EVIL });
    for (const path of [
      '/',
      '/posts',
      `/posts/${made.id}`,
      `/posts/${made.id}/edit`,
      `/posts?text=${encodeURIComponent(EVIL)}`,
    ]) {
      const { html, headers } = await person.open(path);
      expect(
        html.replaceAll(/<script src="\/assets\/[\w.-]+\?v=[\w-]+" defer(="")?><\/script>/g, ''),
      ).not.toContain('<script');
      expect(html).not.toContain('<img');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    }
  });

  it('do not work in paths', async () => {
    const ids = {
      '..%2f..%2fetc%2fpasswd': 404,
      '%00': 400,
      'post_%3Cscript%3E': 404,
      "post_' or 1=1 --": 404,
    };
    for (const [id, expected] of Object.entries(ids)) {
      const { status, html } = await person.open(`/posts/${id}`);
      expect(status).toBe(expected);
      expect(html).not.toContain('<script>');
    }
  });
});
