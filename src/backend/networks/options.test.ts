import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../test/support/networks/network-scene.js';
import type { Platform } from '../../contract/platforms.js';
import type { TargetContent } from '../../networks/content.js';
import { pagePostOf } from '../simulators/conversation.js';
import { renderNetworkPost } from '../simulators/pages.js';

/** What the network receives for a post with these options. */
async function receivedBy(platform: Platform, changes: Partial<TargetContent>) {
  const scene = new Scene(platform);
  await scene.publish(scene.post('Hello', changes));
  return { scene, rawCall: scene.memory.posts[0]?.rawCall };
}

describe('options are sent as the network’s fields', () => {
  it.each<[Platform, Partial<TargetContent>, object]>([
    [
      'x',
      { options: { replySettings: 'following' }, disclosure: ['paid_partnership', 'ai_generated'] },
      { reply_settings: 'following', paid_partnership: true, made_with_ai: true },
    ],
    [
      'bluesky',
      { options: { languages: ['en', 'de'], labels: 'nudity' } },
      { record: { langs: ['en', 'de'], labels: { values: [{ val: 'nudity' }] } } },
    ],
    [
      'mastodon',
      { options: { contentWarning: 'Food', sensitive: true, language: 'de', quotePolicy: 'nobody' } },
      { spoiler_text: 'Food', sensitive: true, language: 'de', quote_approval_policy: 'nobody' },
    ],
    [
      'threads',
      { options: { replyControl: 'mentioned_only', topicTag: 'coffee' } },
      { reply_control: 'mentioned_only', topic_tag: 'coffee' },
    ],
    [
      'tiktok',
      {
        options: { disableComment: true, disableDuet: false, coverTimestampMs: 1500 },
        disclosure: ['own_brand', 'ai_generated'],
      },
      {
        post_info: {
          disable_comment: true,
          disable_duet: false,
          video_cover_timestamp_ms: 1500,
          brand_organic_toggle: true,
          brand_content_toggle: false,
          is_aigc: true,
        },
      },
    ],
    [
      'youtube',
      {
        options: {
          categoryId: '22',
          tags: ['coffee', 'beans'],
          license: 'creativeCommon',
          embeddable: false,
        },
        disclosure: ['ai_generated'],
      },
      {
        snippet: { categoryId: '22', tags: ['coffee', 'beans'] },
        status: { license: 'creativeCommon', embeddable: false, containsSyntheticMedia: true },
      },
    ],
    [
      'instagram',
      { options: { collaborators: ['alice', 'ben'], locationId: '7' }, disclosure: ['ai_generated'] },
      { collaborators: '["alice","ben"]', location_id: '7', is_ai_generated: 'true' },
    ],
    ['linkedin', { options: { disableReshare: true } }, { isReshareDisabledByAuthor: true }],
    [
      'pinterest',
      { options: { boardSectionId: '12', dominantColor: '#6E7874' } },
      { board_section_id: '12', dominant_color: '#6E7874' },
    ],
  ])('%s %j', async (platform, changes, received) => {
    const { rawCall } = await receivedBy(platform, changes);
    expect(rawCall).toMatchObject(received);
  });

  it('as a threadgate with the post’s record key on Bluesky', async () => {
    const { scene } = await receivedBy('bluesky', { options: { replySettings: ['mentioned', 'following'] } });
    const [post] = scene.memory.posts;
    const gate = post?.networkPostId.replace('app.bsky.feed.post', 'app.bsky.feed.threadgate') ?? '';
    expect((await scene.memory.uploadById(gate))?.state).toMatchObject({
      record: {
        post: post?.networkPostId,
        allow: [
          { $type: 'app.bsky.feed.threadgate#mentionRule' },
          { $type: 'app.bsky.feed.threadgate#followingRule' },
        ],
      },
    });
  });

  it('with the cover and share_to_feed of a reel on Instagram', async () => {
    const scene = new Scene('instagram');
    const post = scene.post('A reel', { options: { shareToFeed: false } }, [medium('video/mp4', 'clip')]);
    await scene.publish({ ...post, cover: medium('image/jpeg', 'cover') });
    expect(scene.memory.posts[0]?.rawCall).toMatchObject({
      media_type: 'REELS',
      share_to_feed: 'false',
      cover_url: 'https://media.example/cover?type=image/jpeg',
    });
  });
});

it('rejects YouTube tags that are too long in total, and a setting that X does not have', async () => {
  const tags = Array.from({ length: 60 }, (_, place) => `roasted beans ${place}`);
  await expect(receivedBy('youtube', { options: { tags } })).rejects.toMatchObject({ code: 'text_invalid' });
  await expect(receivedBy('x', { options: { replySettings: 'nobody' } })).rejects.toMatchObject({
    code: 'option_invalid',
  });
});

it('collapses a post with a content warning on its page', async () => {
  const { scene } = await receivedBy('mastodon', { options: { contentWarning: 'Food & <b>' } });
  const { account, platform, webUrl, now } = scene;
  const [post] = scene.memory.posts;
  if (!post) throw new Error('There is no post.');
  const shown = pagePostOf(platform, post, () => '');
  const html = await renderNetworkPost({ platform, account, post: shown, webUrl, now });
  expect(html).toContain('<summary dir="auto">Food &amp; &lt;b&gt;</summary>');
});
