import { graphComments } from '../meta-graph/comments-adapter.js';
import { graphNews } from '../meta-graph/graph-news.js';
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

const LISTED = 'id,timestamp,from';

export const instagramNews = graphNews(INSTAGRAM_API, {
  network: 'Instagram',
  posts: 'media',
  comments: `comments.limit(25){${LISTED},replies.limit(25){${LISTED}}}`,
  createdAt: 'timestamp',
  replies: 'replies',
  conversations: 'instagram',
  permissions: {
    comments: 'instagram_business_manage_comments',
    messages: 'instagram_business_manage_messages',
  },
});
