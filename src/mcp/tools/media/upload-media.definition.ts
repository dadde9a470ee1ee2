import { defineTool } from '../../definition/tool-definition.js';
import { ADDS } from '../shared/annotations.js';

export const uploadMedia = defineTool({
  name: 'postrider_upload_media',
  title: 'Upload an image or video',
  description:
    'Uploads an image or video from a path or URL; pass its key to postrider_create_post in mediaUrls. A folder lists its newest media. Large files continue in the background: call again with uploadId.',
  toolset: 'media',
  scope: 'media:write',
  ...ADDS,
  input: {
    path: {
      type: 'string',
      aliases: ['file', 'filePath', 'localPath', 'folder'],
      maxLength: 4000,
      example: '~/Pictures/beans.jpg',
      description: 'File or folder on this machine',
    },
    url: {
      type: 'string',
      aliases: ['link', 'address'],
      maxLength: 4000,
      example: 'https://fernhill.example/beans.jpg',
      description: 'https://…',
    },
    uploadId: { type: 'string', maxLength: 100, description: 'Of a running upload' },
    filename: {
      type: 'string',
      aliases: ['name'],
      maxLength: 500,
      example: 'beans.jpg',
      description: 'File name',
      hidden: true,
    },
    bytes: {
      type: 'integer',
      aliases: ['size'],
      minimum: 1,
      maximum: 1_000_000_000,
      example: 48_211_004,
      description: 'Size of the file, to get an upload URL',
      hidden: true,
    },
  },
});
