import { graphNews } from '../meta-graph/graph-news.js';
import { API, OTHER_IDS } from './api.js';

export const facebookNews = graphNews(API, {
  network: 'Facebook',
  posts: 'published_posts',
  otherIds: OTHER_IDS,
  comments: 'comments.filter(stream).order(reverse_chronological).limit(25){id,created_time,from}',
  createdAt: 'created_time',
  conversations: 'messenger',
  permissions: { comments: 'pages_read_user_content', messages: 'pages_messaging' },
});
