import type { Facts, Shape } from './fact.js';
import { GRANT } from './sign-in.js';

const ERROR: Shape = { code: 'text', message: 'text', log_id: 'text' };
const FAILED: Shape = { error: ERROR };
const FILE: Shape = { source: 'text', video_size: 'whole', chunk_size: 'whole', total_chunk_count: 'whole' };
const OPENED: Shape = { data: { publish_id: 'text', upload_url: 'text' }, error: ERROR };

export const TIKTOK: Facts = {
  source:
    'https://developers.tiktok.com/doc/content-posting-api-get-started, its reference pages, and Display API',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST /v2/post/publish/creator_info/query/',
      answers: {
        200: {
          data: {
            creator_avatar_url: 'text',
            creator_username: 'text',
            creator_nickname: 'text',
            privacy_level_options: ['text'],
            comment_disabled: 'flag',
            duet_disabled: 'flag',
            stitch_disabled: 'flag',
            max_video_post_duration_sec: 'whole',
          },
          error: ERROR,
        },
        401: FAILED,
      },
    },
    {
      call: 'POST /v2/post/publish/video/init/',
      json: {
        post_info: {
          privacy_level: 'text',
          'title?': 'text',
          'disable_duet?': 'flag',
          'disable_stitch?': 'flag',
          'disable_comment?': 'flag',
          'video_cover_timestamp_ms?': 'whole',
          brand_content_toggle: 'flag',
          'brand_organic_toggle?': 'flag',
          'is_aigc?': 'flag',
        },
        source_info: FILE,
      },
      answers: { 200: OPENED, 400: FAILED, 401: FAILED, 403: FAILED },
    },
    {
      call: 'POST /v2/post/publish/inbox/video/init/',
      json: { source_info: FILE },
      answers: { 200: OPENED, 400: FAILED, 401: FAILED, 403: FAILED },
    },
    {
      call: 'POST /v2/post/publish/content/init/',
      json: {
        media_type: 'text',
        post_mode: 'text',
        post_info: {
          'title?': 'text',
          'description?': 'text',
          'privacy_level?': 'text',
          'disable_comment?': 'flag',
          'auto_add_music?': 'flag',
          'brand_content_toggle?': 'flag',
          'brand_organic_toggle?': 'flag',
        },
        source_info: { source: 'text', photo_images: ['text'], photo_cover_index: 'whole' },
      },
      answers: { 200: { data: { publish_id: 'text' }, error: ERROR }, 400: FAILED, 401: FAILED, 403: FAILED },
    },
    {
      call: 'POST /v2/post/publish/status/fetch/',
      json: { publish_id: 'text' },
      answers: {
        200: {
          data: {
            status: 'text',
            'fail_reason?': 'text',
            // Numbers on the wire, which are beyond 2^53: the wire hands them on as texts.
            'publicaly_available_post_id?': ['text'],
            'uploaded_bytes?': 'whole',
            'downloaded_bytes?': 'whole',
          },
          error: ERROR,
        },
        400: FAILED,
        401: FAILED,
      },
    },
    // The file itself: the address comes with the answer that opens the upload.
    { call: 'PUT https://open-upload.tiktokapis.com/video/{upload}', answers: { 201: null, 206: null } },
    {
      call: 'POST /v2/video/query/',
      query: { fields: 'text' },
      json: { filters: { video_ids: ['text'] } },
      answers: {
        200: {
          data: {
            videos: [
              {
                id: 'text',
                'view_count?': 'whole',
                'like_count?': 'whole',
                'comment_count?': 'whole',
                'share_count?': 'whole',
              },
            ],
          },
          error: ERROR,
        },
        401: FAILED,
      },
    },
    {
      call: 'GET /v2/user/info/',
      query: { fields: 'text' },
      answers: {
        200: {
          data: { user: { 'open_id?': 'text', 'display_name?': 'text', 'follower_count?': 'whole' } },
          error: ERROR,
        },
        401: FAILED,
      },
    },
    {
      call: 'POST /v2/oauth/token/',
      form: { ...GRANT, client_key: 'text', client_secret: 'text' },
      answers: {
        200: {
          access_token: 'text',
          expires_in: 'whole',
          open_id: 'text',
          refresh_expires_in: 'whole',
          refresh_token: 'text',
          scope: 'text',
          token_type: 'text',
        },
      },
    },
    {
      call: 'POST /v2/oauth/revoke/',
      form: { client_key: 'text', client_secret: 'text', token: 'text' },
      answers: { 200: 'any' },
    },
  ],
};
