import { describe, expect, it } from 'vitest';
import { START } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { networkStyles, renderNetworkNotFound, renderNetworkPost, renderNetworkTimeline } from './pages.js';
import type { PagePost } from './post-page/network-page.js';

const HOSTILE = `<script>alert(1)</script> "quotes" 'single' <img src=x onerror=alert(2)> & "><svg onload=alert(3)>
javascript:alert(4) https://evil.example/"onmouseover="alert(5) مرحبا بالعالم \u202eevil #<b> @<i>`;

function postOf(changes: Partial<PagePost> = {}): PagePost {
  return {
    networkPostId: '1',
    path: '/somewhere/1',
    text: 'Hello',
    title: null,
    link: null,
    mediaIds: ['one'],
    createdAt: START - 3_600_000,
    ...changes,
  };
}

function sceneOf(platform: Platform) {
  const account = DEMO_ACCOUNTS.find((one) => one.platform === platform);
  if (!account) throw new Error(`There is no demo account on ${platform}.`);
  return { platform, account, webUrl: `http://127.0.0.1:4747/network/${platform}`, now: START };
}

/** The tags and attributes a page can contain. Anything else is injected by a text. */
const TAGS = new Set(
  'a article body circle details div footer h1 h2 head header html img li link main meta p path pre section span summary svg time title ul video'.split(
    ' ',
  ),
);

function expectHarmless(html: string): void {
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)((?:"[^"]*"|[^>"])*)>/gi)];
  for (const [, tag = '', attributes = ''] of tags) {
    expect(TAGS).toContain(tag.toLowerCase());
    expect(attributes.replace(/"[^"]*"/g, '')).not.toMatch(/\bon\w+=|\bstyle=/i);
  }
  for (const [, address = ''] of html.matchAll(/\shref="([^"]*)"/g)) {
    expect(address).toMatch(/^(\/network\/|https?:\/\/)/);
  }
}

describe.each(PLATFORMS)('pages of %s', (platform) => {
  it('escape HTML in texts', async () => {
    const scene = sceneOf(platform);
    const account = { handle: 'a"><b>', displayName: '<i>Name</i>' };
    const media = [
      { kind: 'image' as const, url: '/media/files/1', altText: HOSTILE, coverUrl: null },
      { kind: 'video' as const, url: '/media/files/2', altText: HOSTILE, coverUrl: '/media/files/3' },
    ];
    const post = postOf({
      text: HOSTILE,
      title: HOSTILE,
      link: 'javascript:alert(6)',
      warning: HOSTILE,
      rawCall: { text: HOSTILE },
      madeBy: { method: 'POST', path: `/${HOSTILE}`, headers: { agent: HOSTILE }, body: HOSTILE },
      answer: { status: 200, headers: { agent: HOSTILE }, body: { text: HOSTILE } },
      media,
    });
    const comments = [
      { text: HOSTILE, createdAt: START, isAuthor: true },
      { text: HOSTILE, createdAt: START, isAuthor: false },
    ];
    const around = { before: [post], after: [{ ...post, answers: HOSTILE }], comments };
    for (const html of [
      await renderNetworkPost({ ...scene, account, post, around }),
      await renderNetworkTimeline({ ...scene, account, posts: [post] }),
      await renderNetworkNotFound({ ...scene, account }),
    ]) {
      expectHarmless(html);
      expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
    }
    const html = await renderNetworkPost({ ...scene, account, post });
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('مرحبا بالعالم');
  });

  it('link to the served style sheets by path', async () => {
    const html = await renderNetworkPost({ ...sceneOf(platform), post: postOf() });
    const sheets = [...html.matchAll(/href="\/network\/assets\/([^"]+)"/g)].map(([, name]) => name);
    expect(sheets).toEqual(['base.css', `${platform}.css`]);
    for (const name of sheets) expect(await networkStyles(name ?? '')).toContain('{');
  });

  it('list an account’s posts with links to their pages', async () => {
    const posts = [postOf({ text: 'Newer', path: '/p/2' }), postOf({ text: 'Older', path: '/p/1' })];
    const html = await renderNetworkTimeline({ ...sceneOf(platform), posts });
    expect(html).toContain(`href="/network/${platform}/p/2"`);
    expect(html).toContain(`href="/network/${platform}/p/1"`);
    expect(await renderNetworkTimeline({ ...sceneOf(platform), posts: [] })).toContain('No posts yet');
  });

  it('show the thread and comments of a post', async () => {
    const around = {
      before: [postOf({ text: 'The first', path: '/p/1' })],
      after: [postOf({ text: 'The third', path: '/p/3', answers: '2' })],
      comments: [{ text: 'A comment', createdAt: START - 60_000, isAuthor: true }],
    };
    const html = await renderNetworkPost({
      ...sceneOf(platform),
      post: postOf({ text: 'The second' }),
      around,
    });
    expect(html).toContain('1 comment');
    expect(html).toContain('A comment');
    const alone = await renderNetworkPost({ ...sceneOf(platform), post: postOf() });
    expect(alone).not.toContain('comments"');
    // Lists of videos show only titles.
    if (platform === 'youtube') return;
    const places = ['The first', 'The second', 'The third'].map((words) => html.lastIndexOf(words));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('show times in the zone of the workspace, with its offset', async () => {
    const late = postOf({ createdAt: Date.parse('2026-11-30T23:30:00Z') });
    const page = (timezone?: string) =>
      renderNetworkPost({ ...sceneOf(platform), post: late, ...(timezone && { timezone }) });
    const berlin = await page('Europe/Berlin');
    expect(berlin).toContain('datetime="2026-11-30T23:30:00.000Z" title="Tue 2026-12-01 00:30 (UTC+01:00)"');
    const utc = await page();
    expect(utc).toContain('title="Mon 2026-11-30 23:30 (UTC+00:00)"');
    // Some networks show only how long ago it was.
    if (/\d:30/.test(utc.replaceAll(/title="[^"]*"|datetime="[^"]*"/g, ''))) {
      expect(berlin).toMatch(/(Dec|December) 1, 2026/);
      expect(berlin).toContain('12:30 AM UTC+01:00');
      expect(utc).toMatch(/(Nov|November) 30, 2026/);
      expect(utc).toMatch(/11:30 PM UTC(?!\+)/);
    } else {
      expect(['instagram', 'linkedin', 'pinterest', 'threads', 'tiktok', 'youtube']).toContain(platform);
    }
  });

  it('say that nothing was sent to the real network', async () => {
    const html = await renderNetworkNotFound(sceneOf(platform));
    expect(html).toContain('Simulated by Postrider — nothing was sent to');
  });
});
