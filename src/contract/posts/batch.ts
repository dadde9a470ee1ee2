import * as z from '../lazy-zod.js';
import { CreatePost } from './content.js';
import { CreatedPost, PostValidation } from './posts.js';

/** The most posts in one batch: a month of daily posts. */
export const MAX_BATCH_POSTS = 30;

export const PostBatch = z
  .strictObject({
    posts: z.array(CreatePost).min(1).max(MAX_BATCH_POSTS).meta({
      description: 'Each as for `POST /v1/posts`. Slots of the queue are given out in this order.',
    }),
  })
  .meta({ id: 'PostBatch', description: 'Posts to create all together, or not at all.' });

export type PostBatch = z.infer<typeof PostBatch>;

export const CreatedBatch = z
  .object({ posts: z.array(CreatedPost).meta({ description: 'In the order of the request.' }) })
  .meta({ id: 'CreatedBatch' });

export type CreatedBatch = z.infer<typeof CreatedBatch>;

export const BatchValidation = z
  .object({
    ok: z.boolean().meta({ description: 'Whether all would be created.' }),
    posts: z.array(PostValidation).meta({
      description:
        'In the order of the request. Each is checked as if those before it existed: for duplicates and for slots of the queue.',
    }),
  })
  .meta({ id: 'BatchValidation' });

export type BatchValidation = z.infer<typeof BatchValidation>;
