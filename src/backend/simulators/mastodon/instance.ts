import type { FileRules } from '../../../networks/network-rules.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import type { OpenCall } from '../shared/network-server.js';
import type { SimulatedFile } from '../simulator.js';

/** The limits that a server states about itself, in Mastodon's names. */
export interface ServerConfiguration {
  readonly statuses: {
    readonly max_characters: number;
    readonly max_media_attachments: number;
    readonly characters_reserved_per_url: number;
  };
  readonly media_attachments: {
    readonly supported_mime_types: readonly string[];
    readonly description_limit: number;
    readonly image_size_limit: number;
    readonly image_matrix_limit: number;
    readonly video_size_limit: number;
    readonly video_frame_rate_limit: number;
    readonly video_matrix_limit: number;
  };
}

const { text, links, forms } = RULES.mastodon;
const { images, videos } = forms.feed;
const typesOf = (rules: FileRules | undefined) => rules?.types.value ?? [];
const bytesOf = (rules: FileRules | undefined) => rules?.maxBytes?.value ?? 0;
const pixelsOf = (rules: FileRules | undefined) => rules?.maxPixels?.value ?? 0;

/** A server that has changed nothing. */
export const DEFAULT_CONFIGURATION: ServerConfiguration = {
  statuses: {
    max_characters: text.max.value,
    max_media_attachments: images?.max.value ?? 0,
    characters_reserved_per_url: links.weight?.value ?? 0,
  },
  media_attachments: {
    supported_mime_types: [...typesOf(images), ...typesOf(videos)],
    description_limit: images?.altText?.max.value ?? 0,
    image_size_limit: bytesOf(images),
    image_matrix_limit: pixelsOf(images),
    video_size_limit: bytesOf(videos),
    video_frame_rate_limit: videos?.framesPerSecond?.value.max ?? 0,
    video_matrix_limit: pixelsOf(videos),
  },
};

/** What the server has against a file; null: nothing. */
export function againstServer(
  { media_attachments: limits }: ServerConfiguration,
  { contentType, bytes }: SimulatedFile,
): 'type' | 'bytes' | null {
  if (!limits.supported_mime_types.includes(contentType)) return 'type';
  const max = contentType.startsWith('video/') ? limits.video_size_limit : limits.image_size_limit;
  return bytes > max ? 'bytes' : null;
}

/** The version of the simulated Mastodon. */
export const VERSION = '4.5.0';
const TITLE = 'Simulated Mastodon';

/** What a server says about itself, to anybody. */
export function instanceRoutes(configuration: ServerConfiguration, version: string) {
  const rest = {
    polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
    accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
  };
  return {
    'GET /api/v2/instance': async ({ context: { webUrl } }: OpenCall): Promise<WireResponse> =>
      json(200, {
        domain: new URL(webUrl).host,
        title: TITLE,
        version,
        source_url: 'https://github.com/mastodon/mastodon',
        description: '',
        usage: { users: { active_month: 1 } },
        thumbnail: { url: `${webUrl}/preview.png` },
        icon: [],
        languages: ['en'],
        configuration: {
          urls: { streaming: webUrl.replace(/^http/, 'ws') },
          ...rest,
          ...configuration,
          translation: { enabled: false },
        },
        registrations: { enabled: false, approval_required: false, message: null },
        api_versions: { mastodon: 7 },
        contact: { email: 'staff@mastodon.example', account: null },
        rules: [],
      }),
    'GET /api/v1/instance': async ({ context: { webUrl } }: OpenCall): Promise<WireResponse> =>
      json(200, {
        uri: new URL(webUrl).host,
        title: TITLE,
        short_description: '',
        description: '',
        email: 'staff@mastodon.example',
        version,
        urls: { streaming_api: webUrl.replace(/^http/, 'ws') },
        stats: { user_count: 1, status_count: 0, domain_count: 1 },
        thumbnail: `${webUrl}/preview.png`,
        languages: ['en'],
        registrations: false,
        approval_required: false,
        invites_enabled: false,
        configuration: { ...rest, ...configuration },
        contact_account: null,
        rules: [],
      }),
  };
}
