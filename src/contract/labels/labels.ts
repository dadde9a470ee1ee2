import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { chosenName } from './names.js';
import { LABEL_COLORS, MAX_LABEL_LENGTH, MAX_POST_LABELS } from './values.js';

/** Posts of a label are counted up to here. */
export const MAX_LABELLED_COUNT = 1000;

/** A label's name. Commas separate labels in lists and forms. */
export const LabelName = chosenName(MAX_LABEL_LENGTH)
  .refine((text) => !text.includes(','), { error: 'must not contain a comma.' })
  .meta({
    type: 'string',
    minLength: 1,
    description: `Up to ${MAX_LABEL_LENGTH} characters, without a comma. Upper and lower case are the same.`,
    examples: ['Launch'],
  });

/** The labels of a post, as requests name them. */
export const postLabels = z
  .array(LabelName)
  .max(MAX_POST_LABELS)
  .meta({
    description: `Names of labels, at most ${MAX_POST_LABELS}, for your own order: no network gets them. A label that does not exist is created.`,
    examples: [['Launch']],
  });

const color = z.enum(LABEL_COLORS).meta({ description: 'Its colour in the dashboard.' });

export const Label = z
  .object({
    id: idOf('label', 'Id of the label.'),
    name: z.string(),
    color,
    posts: z
      .object({
        count: z
          .number()
          .int()
          .meta({ description: `How many posts have it, up to ${MAX_LABELLED_COUNT}.` }),
        isExact: z.boolean().meta({ description: 'False if there are more.' }),
      })
      .meta({ description: 'The posts that have the label.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Label', description: 'A label that posts can have.' });

export type Label = z.infer<typeof Label>;

export const LabelPage = pageOf(Label).meta({ id: 'LabelPage' });
export type LabelPage = z.infer<typeof LabelPage>;

export const LabelListQuery = z.strictObject(ListQuery);

export const CreateLabel = z
  .strictObject({
    name: LabelName,
    color: color.optional().meta({ description: 'Default: the colour that the fewest labels have.' }),
  })
  .meta({ id: 'CreateLabel' });

export const UpdateLabel = z
  .strictObject({ name: LabelName.optional(), color: color.optional() })
  .meta({ id: 'UpdateLabel', description: 'The fields to change. Omitted fields keep their value.' });

export const LabelParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the label.' }),
});

export const DeletedLabel = z
  .object({ id: idOf('label', 'Id of the label.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedLabel' });
export type DeletedLabel = z.infer<typeof DeletedLabel>;
