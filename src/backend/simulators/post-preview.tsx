import { createHash } from 'node:crypto';
import type { FC } from 'hono/jsx';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { LinksOff } from './post-page/anchor.js';
import type { NetworkPage, PageAccount, PagePost } from './post-page/network-page.js';
import { POST_STYLES } from './post-page/post-styles.js';
import { SIMULATED_NETWORKS } from './registry.js';

/** The pages of all networks, which draw the previews too. */
export type PreviewPages = Readonly<Record<Platform, NetworkPage>>;

let pages: Promise<PreviewPages> | undefined;

/** Loads the pages of all networks, once. */
export function previewPages(): Promise<PreviewPages> {
  pages ??= Promise.all(
    PLATFORMS.map(async (platform) => [platform, await SIMULATED_NETWORKS[platform].page()] as const),
  ).then((entries) => Object.fromEntries(entries) as Record<Platform, NetworkPage>);
  return pages;
}

/** The style sheet of previews, and its address, which changes with its text. */
export interface PreviewSheet {
  readonly css: string;
  readonly path: string;
}

/** The file name of the style sheet of previews, below `/network/assets`. */
export const PREVIEW_SHEET = 'previews.css';

/** What a preview needs around a post. */
const FRAME_STYLES = `
.network.previewed { margin-inline: auto; background: var(--sheet); overflow: hidden; }
.network.previewed .post { border-bottom: 0; }
.network.previewed.as-desktop { width: 100%; max-width: var(--width); }
.network.previewed.as-phone { width: 100%; max-width: 375px; }
.network.previewed.tiktok { max-width: 300px; background: #121212; }
.network.previewed:is(.instagram, .pinterest) { max-width: 375px; }
.network.previewed.youtube { max-width: 440px; }
.network.previewed .post:is(.alone, .in-list) { margin: 0; border: 0; border-radius: 0; box-shadow: none; }
.network.previewed.tiktok .stage > .shown + .overlay { bottom: 0; padding-bottom: 18px; }
.network.previewed .post + .post { padding-top: 0; }
.network.previewed.x { --rail: 35px; } .network.previewed.bluesky { --rail: 36px; } .network.previewed.threads { --rail: 41px; }
.network.previewed:is(.x, .bluesky, .threads) .post.in-list:not(:last-child)::after { content: ""; position: absolute; left: var(--rail); top: 58px; bottom: 4px; width: 2px; background: var(--line); }
.network.previewed:is(.x, .bluesky, .threads) .post + .post:not(:last-child)::after { top: 46px; }
`;

let sheet: Promise<PreviewSheet> | undefined;

export function previewSheet(): Promise<PreviewSheet> {
  sheet ??= previewPages().then((all) => {
    const css = [POST_STYLES, ...PLATFORMS.map((platform) => all[platform].styles), FRAME_STYLES].join('');
    const hash = createHash('sha256').update(css).digest('base64url').slice(0, 12);
    return { css, path: `/network/assets/${PREVIEW_SHEET}?v=${hash}` };
  });
  return sheet;
}

interface PostPreviewProps {
  readonly pages: PreviewPages;
  readonly platform: Platform;
  readonly account: PageAccount;
  /** The post, and those that continue it. */
  readonly posts: readonly PagePost[];
  readonly device: 'desktop' | 'phone';
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A post as its network would show it in a feed, drawn by the components of the network’s pages, without links. */
export const PostPreview: FC<PostPreviewProps> = ({ pages: all, platform, account, posts, device, now }) => {
  const { Post, list } = all[platform];
  return (
    <LinksOff.Provider value={true}>
      <div class={`network previewed ${platform} as-${device}`}>
        {posts.map((post) => (
          // Networks that list posts as a grid show a whole post only on its own page.
          <Post
            account={account}
            post={post}
            base=""
            now={now}
            alone={list === 'grid'}
            device={device}
            isPreview
          />
        ))}
      </div>
    </LinksOff.Provider>
  );
};
