import { MAX_ALT_TEXT } from '../../../contract/media/media.js';
import { defineTool } from '../../definition/tool-definition.js';
import { ADDS } from '../shared/annotations.js';

export const uploadMedia = defineTool({
  name: 'postrider_upload_media',
  title: 'Upload media',
  description:
    'Uploads an image or video; its key goes into mediaUrls, or as cover into overrides. A folder lists its newest media. Large files continue in the background: call again with uploadId.',
  toolset: 'media',
  scope: 'media:write',
  ...ADDS,
  input: {
    path: {
      type: 'string',
      aliases: ['file', 'filePath', 'localPath', 'folder'],
      maxLength: 4000,
      example: '~/Pictures/beans.jpg',
      description: 'File or folder here',
    },
    url: {
      type: 'string',
      aliases: ['link', 'address'],
      maxLength: 4000,
      example: 'https://fernhill.example/beans.jpg',
      description: 'Or its URL',
    },
    altText: {
      type: 'string',
      aliases: ['alt', 'altTexts', 'caption'],
      maxLength: MAX_ALT_TEXT,
      example: 'Beans in a bowl',
      documented:
        'What it shows, for people who cannot see it. Posts with the file get it, unless they have their own',
    },
    uploadId: { type: 'string', maxLength: 100, documented: 'A running upload' },
    filename: {
      type: 'string',
      aliases: ['name'],
      maxLength: 500,
      example: 'beans.jpg',
      hidden: true,
      documented: 'The name of the file, to recognise it by',
    },
    bytes: {
      type: 'integer',
      aliases: ['size'],
      minimum: 1,
      maximum: 1_000_000_000,
      example: 48_211_004,
      description: 'Size; gives an upload URL',
    },
  },
});
