import { graphNews } from '../meta-graph/graph-news.js';
import { API } from './api.js';

export const facebookNews = graphNews(API, {
  network: 'Facebook',
  posts: 'published_posts',
  // A video is published under an id of its own, which is not that of its post.
  otherIds: {
    fields: 'attachments{target{id}}',
    list: ['attachments', 'data'],
    id: ['target', 'id'],
  },
  comments: 'comments.filter(stream).order(reverse_chronological).limit(25){id,created_time,from}',
  createdAt: 'created_time',
  conversations: 'messenger',
  permissions: { comments: 'pages_read_user_content', messages: 'pages_messaging' },
});
