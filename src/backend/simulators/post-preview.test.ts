import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { START } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { renderNetworkPost, renderNetworkTimeline } from './pages.js';
import type { PageMedia, PagePost } from './post-page/network-page.js';
import { PostPreview, previewPages, previewSheet } from './post-preview.js';

const LONG =
  'Fresh beans from @fernhill, roasted this morning. #coffee https://fernhill.example/menu\n'.repeat(40);

const image = (number: number): PageMedia => ({
  kind: 'image',
  url: `/media/files/${number}`,
  altText: `Picture ${number}`,
  coverUrl: null,
});

const video: PageMedia = { kind: 'video', url: '/media/files/9', altText: null, coverUrl: '/media/files/8' };

/** Every form that a network draws differently. */
const POSTS: Readonly<Record<string, Partial<PagePost>>> = {
  'a short text': { text: 'We are open on Sunday.' },
  'a long text': {
    text: LONG,
    title: 'How we roast our coffee beans in the old mill, step by step, from the sack',
  },
  'a link': { text: 'The menu: https://fernhill.example/menu', link: 'https://fernhill.example/menu' },
  'one picture': { media: [image(1)] },
  'two pictures': { media: [image(1), image(2)] },
  'three pictures': { media: [image(1), image(2), image(3)] },
  'four pictures': { media: [1, 2, 3, 4].map(image) },
  'six pictures': { media: [1, 2, 3, 4, 5, 6].map(image) },
  'a video': { media: [video], path: '/reel/1' },
};

function postOf({ media = [], ...changes }: Partial<PagePost>): PagePost {
  return {
    networkPostId: '1',
    path: '/p/1',
    text: 'Hello',
    title: 'A title',
    link: null,
    mediaIds: media.map(({ url }) => url),
    createdAt: START - 60_000,
    media,
    ...changes,
  };
}

/** The parts of a post that a preview must draw as its network does. */
const PIECES = {
  head: '.post-head, .line, .avatar, .under, .side > .post-head',
  text: '.text',
  cut: '.fold',
  card: '.card',
  grid: '.picture',
} as const;

/** Markup without what a preview leaves out on purpose: links, and the controls of videos. */
function normalized(html: string): string {
  return html
    .replaceAll(/<a class="([^"]*)"[^>]*>/g, '<span class="$1">')
    .replaceAll('</a>', '</span>')
    .replaceAll(/<video [^>]*>(<\/video>)?/g, '<film>')
    .replaceAll(/<img src="\/media\/files\/8"[^>]*>/g, '<film>')
    .replaceAll(/<span class="play"[^>]*><\/span>/g, '');
}

function piecesOf(html: string, scope: string): Record<string, string[]> {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const post = document.querySelector(`${scope} article`);
  if (!post) throw new Error('There is no post.');
  return Object.fromEntries(
    Object.entries(PIECES).map(([name, selector]) => [
      name,
      [...post.querySelectorAll(selector)].map((one) => normalized(one.outerHTML)),
    ]),
  );
}

async function drawn(platform: Platform, changes: Partial<PagePost>) {
  const account = DEMO_ACCOUNTS.find((one) => one.platform === platform);
  if (!account) throw new Error(`There is no demo account on ${platform}.`);
  const post = postOf(changes);
  const pages = await previewPages();
  const scene = { platform, account, webUrl: `http://127.0.0.1:4747/network/${platform}`, now: START };
  const page =
    pages[platform].list === 'grid'
      ? await renderNetworkPost({ ...scene, post })
      : await renderNetworkTimeline({ ...scene, posts: [post] });
  const preview = String(
    await PostPreview({ pages, platform, account, posts: [post], device: 'desktop', now: START }),
  );
  return { page, preview };
}

describe.each(PLATFORMS)('a preview of %s', (platform) => {
  it.each(Object.entries(POSTS))('draws %s as the network’s page does', async (_, changes) => {
    const { page, preview } = await drawn(platform, changes);
    const onPage = piecesOf(page.slice(page.indexOf('<main>')), 'main');
    expect(piecesOf(preview, '.network.previewed')).toEqual(onPage);
    expect(onPage['head']).not.toEqual([]);
    expect(onPage['text']).not.toEqual([]);
  });

  it('has no links, no form fields and no page heading', async () => {
    const { preview } = await drawn(platform, {
      text: LONG,
      link: 'https://fernhill.example/menu',
      title: 'T',
    });
    expect(preview).not.toMatch(/<(a|h1|input|button|script)\b|\shref=/);
  });
});

describe('the pieces of previews', () => {
  it('include a cut where the network’s feed has one, and a card where it shows one', async () => {
    const cut: string[] = [];
    const carded: string[] = [];
    for (const platform of PLATFORMS) {
      const long = await drawn(platform, POSTS['a long text'] ?? {});
      if (long.preview.includes('class="fold')) cut.push(platform);
      const linked = await drawn(platform, POSTS['a link'] ?? {});
      if (linked.preview.includes('class="card"')) carded.push(platform);
    }
    expect(cut).toEqual(PLATFORMS.filter((platform) => platform !== 'pinterest'));
    expect(carded.sort()).toEqual(['bluesky', 'facebook', 'linkedin', 'mastodon', 'threads', 'x']);
  });

  it('have one style sheet, in which everything is inside the scope of a network', async () => {
    const { css, path } = await previewSheet();
    expect(path).toMatch(/^\/network\/assets\/previews\.css\?v=/);
    for (const platform of PLATFORMS) expect(css).toContain(`.${platform} `);
    expect(css).not.toMatch(/^(body|html|:root|main|h1|\*)/m);
  });
});
