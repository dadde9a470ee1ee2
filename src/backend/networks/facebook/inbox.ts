import { graphComments } from '../meta-graph/comments-adapter.js';
import { graphMessages } from '../meta-graph/messages-adapter.js';
import { API } from './api.js';

export const facebookComments = graphComments(API, {
  fields: 'id,message,created_time,from,is_hidden,parent,permalink_url,live_broadcast_timestamp',
  text: 'message',
  createdAt: 'created_time',
  hidden: 'is_hidden',
  hides: 'is_hidden',
  parent: ['parent', 'id'],
  name: ['from', 'name'],
  replies: 'comments',
  list: { filter: 'stream', order: 'reverse_chronological' },
});

export const facebookMessages = graphMessages(API, {
  platform: 'messenger',
  type: { messaging_type: 'RESPONSE' },
});
