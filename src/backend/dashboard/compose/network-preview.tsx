import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { TargetPreview } from '../../../contract/posts/posts.js';
import type { PageMedia, PagePost } from '../../simulators/post-page/network-page.js';
import { PostPreview, type PreviewPages } from '../../simulators/post-preview.js';
import { ownAddress, type ShownMedium } from '../media/shown-media.js';

/** What a preview needs besides the dry run. */
export interface PreviewContext {
  readonly pages: PreviewPages;
  readonly accounts: readonly Account[];
  /** The images and videos of the post, by key. */
  readonly media: ReadonlyMap<string, ShownMedium>;
  readonly device: 'desktop' | 'phone';
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Networks whose posts are nothing without an image or a video: a placeholder shows where it goes. */
const VISUAL: readonly string[] = ['instagram', 'tiktok', 'youtube', 'pinterest'];

interface NetworkPreviewProps extends PreviewContext {
  readonly target: TargetPreview;
}

/** A target as its network would show it. */
export function NetworkPreview({ target, pages, accounts, media, device, now }: NetworkPreviewProps) {
  const account = accounts.find(({ id }) => id === target.accountId);
  const handle = target.handle.replace(/^@/, '');
  return (
    <PostPreview
      pages={pages}
      platform={target.platform}
      account={{ handle: showHidden(handle), displayName: showHidden(account?.displayName || handle) }}
      posts={pagePostsOf(target, media, now)}
      device={device}
      now={now}
    />
  );
}

/** The post and its thread, as the pages of the network draw them. */
function pagePostsOf(
  target: TargetPreview,
  media: ReadonlyMap<string, ShownMedium>,
  now: number,
): PagePost[] {
  const { platform, postType, title, link, parts, card } = target;
  return parts
    .filter(({ kind }) => kind !== 'first_comment')
    .map((part, index) => ({
      networkPostId: String(index),
      path: postType === 'reel' ? '/reel/' : '/',
      text: part.text,
      title: index === 0 ? title : null,
      link: index === 0 ? link : null,
      card:
        index === 0 && card !== null
          ? { ...card, imageUrl: card.imageUrl && ownAddress(card.imageUrl) }
          : null,
      mediaIds: part.mediaUrls.length === 0 && VISUAL.includes(platform) ? ['none'] : part.mediaUrls,
      createdAt: now,
      media: part.mediaUrls.flatMap((key, place) => pageMedia(media.get(key), part.altTexts[place])),
    }));
}

function pageMedia(shown: ShownMedium | undefined, altText = ''): PageMedia[] {
  const medium = shown?.medium;
  if (!medium) return [];
  const { kind, url, thumbnailUrl, durationSeconds } = medium;
  return [
    {
      kind,
      url: ownAddress(url),
      altText,
      coverUrl: kind === 'video' && thumbnailUrl !== null ? ownAddress(thumbnailUrl) : null,
      seconds: durationSeconds,
    },
  ];
}
