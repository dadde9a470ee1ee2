import { graphComments } from '../meta-graph/comments-adapter.js';
import { graphMessages } from '../meta-graph/messages-adapter.js';
import { INSTAGRAM_API } from './api.js';

const FIELDS = 'id,text,timestamp,username,from,hidden,parent_id,live_broadcast_timestamp';

export const instagramComments = graphComments(INSTAGRAM_API, {
  fields: `${FIELDS},replies{${FIELDS}}`,
  text: 'text',
  createdAt: 'timestamp',
  hidden: 'hidden',
  hides: 'hide',
  parent: ['parent_id'],
  handle: ['username'],
  name: ['username'],
  replies: 'replies',
  list: {},
});

export const instagramMessages = graphMessages(INSTAGRAM_API, {
  platform: 'instagram',
  handle: 'username',
  type: {},
});
