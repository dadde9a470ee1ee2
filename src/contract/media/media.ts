import { Issue } from '../errors.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platforms.js';

export const MEDIA_KINDS = ['image', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Most files in one multipart request. */
export const FILES_PER_REQUEST = 20;

/** The multipart field that holds the files. */
export const FILE_FIELD = 'file';

/** How long a one-time upload address can be used, in seconds. */
export const UPLOAD_LIFETIME_SECONDS = 3600;

const MEDIA_KEY_EXAMPLE = 'med_4oymiquy7qobjgx36tejs35zeq';

const key = z.string().meta({
  description: 'Storage key: what `mediaUrls` of a post takes. The same bytes in a workspace have one key.',
  examples: [MEDIA_KEY_EXAMPLE],
});

const MediaFit = z
  .object({
    status: z.enum(['ok', 'converted', 'warning', 'error']).meta({
      description:
        '`converted`: the service makes it fit when it publishes. `error`: the network would refuse it.',
    }),
    code: z.string().nullable().meta({ description: 'The rule that the message is about.' }),
    message: z.string().nullable().meta({ description: 'What is wrong or will be done; null: nothing.' }),
  })
  .meta({ id: 'MediaFit', description: 'Whether a file can be posted at one network.' });

export const Media = z
  .object({
    key,
    kind: z.enum(MEDIA_KINDS),
    contentType: z.string().meta({
      description: 'MIME type, known by the bytes and not by the name.',
      examples: ['image/jpeg'],
    }),
    bytes: z.number().int().meta({ description: 'Size of the file.' }),
    width: z.number().int().nullable().meta({ description: 'Pixels, as displayed; null: unknown.' }),
    height: z.number().int().nullable().meta({ description: 'Pixels, as displayed; null: unknown.' }),
    durationSeconds: z.number().nullable().meta({ description: 'Null for images, and where unknown.' }),
    framesPerSecond: z.number().nullable().meta({ description: 'Null for images, and where unknown.' }),
    codecs: z.array(z.string()).meta({ description: 'Video and audio codecs.', examples: [['h264', 'aac']] }),
    sha256: z.string().meta({ description: 'SHA-256 of the bytes, hexadecimal.' }),
    filename: z.string().nullable().meta({ description: 'As the uploader called it, without folders.' }),
    url: z.string().meta({
      description:
        'Where the bytes can be fetched without a key, for a day at least. It takes range requests. Read the medium again for a fresh address.',
    }),
    thumbnailUrl: z.string().nullable().meta({ description: 'The same for a small image of it.' }),
    createdAt: Instant,
    warnings: z.array(Issue).meta({ description: 'What is to be known of it whatever the network.' }),
    fits: z.partialRecord(Platform, MediaFit).meta({ description: 'What each network would say to it.' }),
    usedBy: z
      .array(z.string())
      .optional()
      .meta({ description: 'When one medium is read: the posts that name it, up to 100.' }),
  })
  .meta({ id: 'Media', description: 'An uploaded image or video.' });

export type Media = z.infer<typeof Media>;

export const UploadTicket = z
  .object({
    uploadId: idOf('upload', 'Identifier of the upload.'),
    uploadUrl: z.string().meta({
      description:
        'Where to `PUT` the bytes, without a key: whoever has this address can upload this one file.',
    }),
    bytes: z.number().int().meta({ description: 'How many bytes it takes: exactly as announced.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'UploadTicket', description: 'A one-time address for one file.' });

export type UploadTicket = z.infer<typeof UploadTicket>;

/**
 * One shape for everything that `POST /v1/media` can be asked: `key` serves the caller with one file, `keys`
 * and `media` the one with several, in the order in which they were sent, so that nobody has to look first
 * which of two shapes came back. Where an upload address was asked for, `upload` has it and there are no keys
 * yet.
 */
export const StoredMedia = z
  .object({
    key: key.nullable().meta({ description: 'Storage key of the first file; null: it is yet to come.' }),
    keys: z.array(z.string()).meta({ description: 'Storage keys of all files, in their order.' }),
    media: z.array(Media),
    upload: UploadTicket.nullable(),
  })
  .meta({ id: 'StoredMedia', description: 'Storage keys of what was uploaded.' });

export type StoredMedia = z.infer<typeof StoredMedia>;

const filename = z
  .string()
  .min(1)
  .max(500)
  .meta({
    description: 'What the file is called; folders are left out.',
    examples: ['beans.jpg'],
  });

export const MediaRequest = z
  .strictObject({
    url: z
      .url()
      .max(4000)
      .optional()
      .meta({
        description: 'An image or a video on the public web, which the service fetches.',
        examples: ['https://fernhill.example/beans.jpg'],
      }),
    filename: filename.optional(),
    contentType: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'What the file is, for an upload address. The bytes decide in the end.',
        examples: ['video/mp4'],
      }),
    bytes: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Size of the file, for an upload address.', examples: [48_211_004] }),
  })
  .refine(({ url, bytes }) => (url === undefined) !== (bytes === undefined), {
    error: 'must name either `url`, or `filename`, `contentType` and `bytes` for an upload address.',
  })
  .meta({
    id: 'MediaRequest',
    description:
      'Either `{url}`, to have a file fetched, or `{filename, contentType, bytes}`, for an address to which the bytes can be sent.',
  });

export const MediaParams = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Storage key.', examples: [MEDIA_KEY_EXAMPLE] }),
});

export const MediaListQuery = z.strictObject({
  kind: z.enum(MEDIA_KINDS).optional().meta({ description: 'Only images, or only videos.' }),
  unused: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only what no post names. `false`: only what one does.' }),
  ...ListQuery,
});

export const MediaPage = pageOf(Media).meta({ id: 'MediaPage' });
export type MediaPage = z.infer<typeof MediaPage>;

export const DeletedMedia = z
  .object({ key: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedMedia' });
export type DeletedMedia = z.infer<typeof DeletedMedia>;

export const UploadParams = z.strictObject({
  token: z.string().min(1).max(100).meta({ description: 'The last part of `uploadUrl`.' }),
});

export const UploadBytesQuery = z.strictObject({
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Where these bytes begin in the file; 0 unless told.', examples: [8_388_608] }),
});

const UPLOAD_STATUSES = ['waiting', 'receiving', 'complete'] as const;

export const MediaUpload = z
  .object({
    uploadId: idOf('upload', 'Identifier of the upload.'),
    status: z.enum(UPLOAD_STATUSES).meta({
      description: '`waiting`: for the first or further bytes. `receiving`: a request is sending them.',
    }),
    offset: z
      .number()
      .int()
      .meta({ description: 'How many bytes have come: where to go on. It is in `Upload-Offset` as well.' }),
    bytes: z.number().int().meta({ description: 'How many there will be.' }),
    expiresAt: Instant,
    media: Media.nullable().meta({ description: 'Once it is complete.' }),
  })
  .meta({ id: 'MediaUpload', description: 'How far the upload to a one-time address is.' });

export type MediaUpload = z.infer<typeof MediaUpload>;
