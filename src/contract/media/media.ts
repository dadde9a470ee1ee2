import { Issue } from '../errors.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, MAX_PAGE_SIZE, numberQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { webAddress } from '../web-address.js';

export const MEDIA_KINDS = ['image', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Maximum number of files in one multipart request. */
export const MAX_FILES_PER_REQUEST = 20;

/** The multipart field for files. */
export const FILE_FIELD = 'file';

/** How long a one-time upload URL is valid, in seconds. */
export const UPLOAD_LIFETIME_SECONDS = 3600;

const MEDIA_KEY_EXAMPLE = 'med_4oymiquy7qobjgx36tejs35zeq';

/** The keys of a full page, with their commas. */
const MAX_KEYS_LENGTH = MAX_PAGE_SIZE * (MEDIA_KEY_EXAMPLE.length + 1);

const key = z.string().meta({
  description:
    'Storage key, for `mediaUrls` of a post. Within a workspace, the same bytes always have the same key.',
  examples: [MEDIA_KEY_EXAMPLE],
});

const MediaFit = z
  .object({
    status: z.enum(['ok', 'converted', 'warning', 'error']).meta({
      description:
        '`converted`: Postrider converts the file when it publishes. `error`: the network would refuse it.',
    }),
    code: z.string().nullable().meta({ description: 'The rule that applies.' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'What is wrong or will be converted. Null if nothing is.' }),
  })
  .meta({ id: 'MediaFit', description: 'Whether a file can be published on a network.' });

export const Media = z
  .object({
    key,
    kind: z.enum(MEDIA_KINDS),
    contentType: z.string().meta({
      description: 'MIME type, detected from the bytes.',
      examples: ['image/jpeg'],
    }),
    bytes: z.number().int().meta({ description: 'File size in bytes.' }),
    width: z.number().int().nullable().meta({ description: 'In pixels, as displayed. Null if unknown.' }),
    height: z.number().int().nullable().meta({ description: 'In pixels, as displayed. Null if unknown.' }),
    durationSeconds: z.number().nullable().meta({ description: 'Null for images and if unknown.' }),
    framesPerSecond: z.number().nullable().meta({ description: 'Null for images and if unknown.' }),
    codecs: z.array(z.string()).meta({ description: 'Video and audio codecs.', examples: [['h264', 'aac']] }),
    sha256: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal.' }),
    filename: z.string().nullable().meta({ description: 'The uploaded file name, without folders.' }),
    url: z.string().meta({
      description:
        'A signed URL that serves the bytes without an API key, for at least a day. It supports range requests. Get the media file again for a new URL.',
    }),
    thumbnailUrl: z.string().nullable().meta({ description: 'A signed URL of a thumbnail.' }),
    altText: z.string().nullable().meta({
      description:
        'The alt text that posts get which use the file and give no `altTexts`. Null if it has none.',
    }),
    createdAt: Instant,
    warnings: z.array(Issue).meta({ description: 'Warnings that apply to every network.' }),
    fits: z
      .partialRecord(Platform, MediaFit)
      .meta({ description: 'Whether each network would accept the file.' }),
    usedBy: z
      .array(z.string())
      .optional()
      .meta({ description: 'Up to 100 posts that use the file. Only in the response for a single file.' }),
  })
  .meta({ id: 'Media', description: 'An uploaded image or video.' });

export type Media = z.infer<typeof Media>;

export const UploadTicket = z
  .object({
    uploadId: idOf('upload', 'Id of the upload.'),
    uploadUrl: z.string().meta({
      description:
        'Where to `PUT` the bytes. No API key is needed: anyone with this URL can upload this one file.',
    }),
    bytes: z.number().int().meta({ description: 'The exact number of bytes it accepts, as announced.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'UploadTicket', description: 'A one-time upload URL for one file.' });

export type UploadTicket = z.infer<typeof UploadTicket>;

/**
 * One shape for everything that `POST /v1/media` can be asked: `key` serves the caller with one file, `keys`
 * and `media` the one with several, in the order in which they were sent, so that nobody has to look first
 * which of two shapes came back. Where an upload address was asked for, `upload` has it and there are no keys
 * yet.
 */
export const StoredMedia = z
  .object({
    key: key
      .nullable()
      .meta({ description: 'Storage key of the first file. Null if it has not been uploaded yet.' }),
    keys: z.array(z.string()).meta({ description: 'Storage keys of all files, in order.' }),
    media: z.array(Media),
    upload: UploadTicket.nullable(),
  })
  .meta({ id: 'StoredMedia', description: 'The storage keys of uploaded files.' });

export type StoredMedia = z.infer<typeof StoredMedia>;

const filename = z
  .string()
  .min(1)
  .max(500)
  .meta({
    description: 'The file name. Folders are removed.',
    examples: ['beans.jpg'],
  });

export const MediaRequest = z
  .strictObject({
    url: webAddress(4000)
      .optional()
      .meta({
        description: 'Public URL of an image or a video for Postrider to fetch.',
        examples: ['https://fernhill.example/beans.jpg'],
      }),
    filename: filename.optional(),
    contentType: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'MIME type of the file, for an upload URL. The actual type is detected from the bytes.',
        examples: ['video/mp4'],
      }),
    bytes: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'File size in bytes, for an upload URL.', examples: [48_211_004] }),
  })
  .refine(({ url, bytes }) => (url === undefined) !== (bytes === undefined), {
    error: 'must have either `url`, or `filename`, `contentType` and `bytes` for an upload URL.',
  })
  .meta({
    id: 'MediaRequest',
    description:
      'Either `{url}` to fetch a file, or `{filename, contentType, bytes}` to get a one-time upload URL.',
  });

export const MediaParams = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Storage key.', examples: [MEDIA_KEY_EXAMPLE] }),
});

/** In characters. A network may allow fewer. */
export const MAX_ALT_TEXT = 2000;

export const UpdateMedia = z
  .strictObject({
    altText: z
      .string()
      .max(MAX_ALT_TEXT)
      .nullable()
      .meta({
        description: 'What the file shows, for people who do not see it. Null or empty removes it.',
        examples: ['A bowl of coffee beans on a wooden table'],
      }),
  })
  .meta({ id: 'UpdateMedia', description: 'The alt text of a media file.' });

export const MediaListQuery = z.strictObject({
  kind: z.enum(MEDIA_KINDS).optional().meta({ description: 'Filter by kind.' }),
  unused: z.enum(['true', 'false']).optional().meta({
    description: '`true` returns only files that no post uses, `false` only files that a post uses.',
  }),
  missingAltText: z.enum(['true', 'false']).optional().meta({
    description: '`true` returns only files without an alt text, `false` only files that have one.',
  }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only files whose name contains this.' }),
  keys: z
    .string()
    .max(MAX_KEYS_LENGTH)
    .optional()
    .meta({
      description: `Only these files: up to ${MAX_PAGE_SIZE} storage keys, comma-separated.`,
      examples: [MEDIA_KEY_EXAMPLE],
    }),
  ...ListQuery,
});

export const MediaPage = pageOf(Media).meta({ id: 'MediaPage' });
export type MediaPage = z.infer<typeof MediaPage>;

export const DeletedMedia = z
  .object({ key: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedMedia' });
export type DeletedMedia = z.infer<typeof DeletedMedia>;

export const UploadParams = z.strictObject({
  token: z.string().min(1).max(100).meta({ description: 'The last segment of `uploadUrl`.' }),
});

export const UploadBytesQuery = z.strictObject({
  offset: numberQuery({ type: 'integer', minimum: 0 })
    .optional()
    .meta({ description: 'Offset of these bytes in the file. Default: 0.', examples: [8_388_608] }),
});

const UPLOAD_STATUSES = ['waiting', 'receiving', 'complete'] as const;

export const MediaUpload = z
  .object({
    uploadId: idOf('upload', 'Id of the upload.'),
    status: z.enum(UPLOAD_STATUSES).meta({
      description: '`waiting`: waiting for more bytes. `receiving`: a request is sending bytes.',
    }),
    offset: z.number().int().meta({
      description:
        'How many bytes have been received, which is where to continue. Also in the `Upload-Offset` header.',
    }),
    bytes: z.number().int().meta({ description: 'Total number of bytes.' }),
    expiresAt: Instant,
    media: Media.nullable().meta({ description: 'The media file, once the upload is complete.' }),
  })
  .meta({ id: 'MediaUpload', description: 'The progress of an upload to a one-time upload URL.' });

export type MediaUpload = z.infer<typeof MediaUpload>;
