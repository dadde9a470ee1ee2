import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { MAX_REMARK } from './values.js';

export const Remark = z
  .object({
    id: idOf('remark', 'Id of the remark.'),
    by: z
      .object({ keyId: z.string(), label: z.string() })
      .meta({ description: 'Who wrote it, with the name that they had then.' }),
    text: z.string(),
    createdAt: Instant,
  })
  .meta({
    id: 'Remark',
    description: 'What somebody of the workspace wrote about a post. It is never published.',
  });

export type Remark = z.infer<typeof Remark>;

export const RemarkPage = pageOf(Remark).meta({ id: 'RemarkPage' });
export type RemarkPage = z.infer<typeof RemarkPage>;

export const RemarkListQuery = z.strictObject(ListQuery);

export const AddRemark = z
  .strictObject({
    text: z
      .string()
      .max(MAX_REMARK)
      .refine((value) => value.trim() !== '', { error: 'must not be empty.' })
      .meta({ description: 'Plain text, with line breaks.', examples: ['Do we say this on Mastodon, too?'] }),
  })
  .meta({ id: 'AddRemark' });

export const RemarkParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the post.' }),
  remarkId: z.string().min(1).max(64).meta({ description: 'Id of the remark.' }),
});

export const DeletedRemark = z
  .object({ id: idOf('remark', 'Id of the remark.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedRemark' });
export type DeletedRemark = z.infer<typeof DeletedRemark>;
