import { describe, expect, it } from 'vitest';
import { medium, Scene, START } from '../../../../test/support/networks/network-scene.js';
import { OutcomeInDoubt } from '../adapter.js';
import { json } from '../answers.js';
import type { Wire } from '../wire.js';

const HOUR = 60 * 60 * 1000;

it('returns the first status for a repeated key for an hour', async () => {
  const scene = new Scene('mastodon');
  const post = scene.post('Fresh bread');
  const first = await scene.publish(post);
  scene.now += HOUR - 1;
  expect(await scene.publish(post)).toEqual({ ...first, adopted: true });
  expect(scene.memory.posts).toHaveLength(1);
});

it('forgets the key after an hour; the status is found by a look-up', async () => {
  const scene = new Scene('mastodon');
  const { adapter } = scene.network;
  const post = scene.post('Fresh <b>bread</b> & butter\n\nat https://fernhill.example/bread');
  const first = await scene.publish(post);
  scene.now += HOUR + 1;
  expect(await adapter.find?.(scene.connection(), post, {})).toEqual({ ...first, adopted: true });
  // Without the lookup, a second status is published.
  await scene.publish(post);
  expect(scene.memory.posts).toHaveLength(2);
});

it('accepts the same text with another key', async () => {
  const scene = new Scene('mastodon');
  const post = scene.post('Fresh bread');
  await scene.publish(post);
  await scene.publish({ ...post, key: 'another' });
  expect(scene.memory.posts).toHaveLength(2);
});

it('sends the visibility and the images', async () => {
  const scene = new Scene('mastodon');
  await scene.publish(scene.post('For followers', { privacy: 'followers' }, [medium('image/webp')]));
  expect(scene.memory.posts[0]?.rawCall).toMatchObject({
    visibility: 'private',
    media_ids: [expect.any(String)],
  });
});

/** A status that the server made, whose answer was lost; and a look-up of it on a server that lists it differently. */
async function lookedUp(
  text: string,
  listed: (statuses: readonly Readonly<Record<string, unknown>>[], page: number) => unknown,
  {
    privacy = 'public',
    isThere = true,
    source = 'missing',
    headers = {},
  }: {
    privacy?: 'public' | 'followers' | null;
    isThere?: boolean;
    source?: 'missing' | 'there';
    headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<'found' | 'absent' | 'not known'> {
  const scene = new Scene('mastodon');
  const post = scene.post(text, { privacy });
  if (isThere) await scene.publish(post);
  scene.now += 30_000;
  let page = 0;
  const wire: Wire = {
    origin: scene.wire.origin,
    webUrl: scene.webUrl,
    async send(request, signal) {
      if (request.path.endsWith('/source') && source === 'missing') return json(404, { error: 'No route' });
      const response = await scene.wire.send(request, signal);
      if (!request.path.endsWith('/statuses') || !Array.isArray(response.body)) return response;
      page += 1;
      return json(200, listed(response.body, page), headers);
    },
  };
  const { find } = scene.network.adapter;
  try {
    return (await find?.(scene.connection(wire), post, {})) ? 'found' : 'absent';
  } catch (fault) {
    expect(fault).toBeInstanceOf(OutcomeInDoubt);
    return 'not known';
  }
}

const rewritten = (content: string) => (statuses: readonly Readonly<Record<string, unknown>>[]) =>
  statuses.map((status) => ({ ...status, content }));

describe('a status is looked up on a server that', () => {
  it.each([
    [
      'wraps links, mentions and hashtags',
      'Menu: https://fernhill.example/menu with @mia@far.example #tea',
      '<p>Menu: <a href="https://fernhill.example/menu"><span class="invisible">https://</span><span>fernhill.example/menu</span></a> with <span class="h-card"><a href="https://far.example/@mia">@<span>mia</span></a></span> <a href="/tags/tea">#<span>tea</span></a></p>',
      'found',
    ],
    [
      'reads Markdown',
      'A *new* `menu` & "tea"',
      'A <i>new</i> <code>menu</code> &amp; &quot;tea&quot;<br>',
      'found',
    ],
    [
      'writes entities as numbers',
      'Mia’s café – 3 < 4',
      '<p>Mia&#8217;s caf&#xe9; &#8211; 3 &lt; 4</p>',
      'found',
    ],
    [
      'cuts links',
      'See https://fernhill.example/a/long/menu today',
      '<p>See <a href="https://fernhill.example/a/long/menu">fernhill.example/a…</a> today</p>',
      'not known',
    ],
    [
      'turns a link into words',
      'See [the menu](https://fernhill.example/menu)',
      'See <a href="https://fernhill.example/menu">the menu</a>',
      'not known',
    ],
    ['lists another text', 'Closed on Monday', '<p>Open on Sunday</p>', 'absent'],
  ] as const)('%s', async (_, text, content, expected) => {
    expect(await lookedUp(text, rewritten(content))).toBe(expected);
  });

  it('cuts links but keeps the source', async () => {
    const cut = rewritten('<p>See <a href="#">fernhill.example/a…</a></p>');
    expect(await lookedUp('See https://fernhill.example/a/menu', cut, { source: 'there' })).toBe('found');
  });

  it.each([
    ['with other files', { media_attachments: [{ id: '1' }] }],
    ['for another audience', { visibility: 'unlisted' }],
  ])('lists the same text %s: it is not known', async (_, change) => {
    const changed = (statuses: readonly object[]) => statuses.map((status) => ({ ...status, ...change }));
    expect(await lookedUp('Fresh bread', changed)).toBe('not known');
  });

  it('lists only public statuses: a private one is not known to be absent', async () => {
    const isPublic = (status: Readonly<Record<string, unknown>>) => status['visibility'] === 'public';
    const onlyPublic = (statuses: readonly Readonly<Record<string, unknown>>[]) => statuses.filter(isPublic);
    expect(await lookedUp('Fresh bread', onlyPublic)).toBe('found');
    expect(await lookedUp('Fresh bread', onlyPublic, { privacy: 'followers' })).toBe('not known');
    expect(await lookedUp('Fresh bread', onlyPublic, { isThere: false })).toBe('absent');
    // The account's default is public here.
    expect(await lookedUp('Fresh bread', onlyPublic, { privacy: null, isThere: false })).toBe('absent');
  });

  it('lists private statuses too: then one that is not listed is absent', async () => {
    const another = (_: unknown, page: number) =>
      page > 1
        ? []
        : [
            {
              id: '7',
              created_at: '2026-11-30T08:00:00.000Z',
              visibility: 'private',
              in_reply_to_id: null,
              content: '<p>Earlier</p>',
            },
          ];
    expect(await lookedUp('Fresh bread', another, { privacy: 'followers', isThere: false })).toBe('absent');
  });

  it('ignores `max_id` and repeats its list: it has shown everything if the list is short', async () => {
    const status = { created_at: '2026-12-01T08:00:10.000Z', visibility: 'public', in_reply_to_id: null };
    const repeated = (count: number) => () =>
      Array.from({ length: count }, (_, place) => ({
        ...status,
        id: `s${place}`,
        content: `<p>${place}</p>`,
      }));
    expect(await lookedUp('Fresh bread', repeated(3), { isThere: false })).toBe('absent');
    expect(await lookedUp('Fresh bread', repeated(40), { isThere: false })).toBe('not known');
  });

  it('has a clock that is ten minutes behind', async () => {
    const date = (at: number) => ({ date: new Date(at).toUTCString() });
    const late = (statuses: readonly Readonly<Record<string, unknown>>[]) =>
      statuses.map((status) => ({ ...status, created_at: '2026-12-01T07:50:00Z' }));
    const lag = 10 * 60_000;
    expect(await lookedUp('Fresh bread', late, { headers: date(START + 30_000 - lag) })).toBe('found');
    expect(await lookedUp('Fresh bread', late, { headers: date(START + 30_000) })).toBe('absent');
  });
});
