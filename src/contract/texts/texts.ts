import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import { chosenName } from '../labels/names.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { MAX_SAVED_TEXT, MAX_SAVED_TEXT_NAME, SAVED_TEXT_KINDS } from './values.js';

const name = chosenName(MAX_SAVED_TEXT_NAME).meta({
  type: 'string',
  minLength: 1,
  description: `Up to ${MAX_SAVED_TEXT_NAME} characters. Each text of a kind has its own name; upper and lower case are the same.`,
  examples: ['Hashtags'],
});

const kind = z
  .enum(SAVED_TEXT_KINDS)
  .meta({ description: '`post`: to insert into posts. `reply`: to answer comments and messages.' });

const text = z
  .string()
  .max(MAX_SAVED_TEXT)
  .refine((value) => value.trim() !== '', { error: 'must not be empty.' })
  .meta({ description: 'The text that is inserted.', examples: ['#bakery #berlin'] });

export const SavedText = z
  .object({
    id: idOf('savedText', 'Id of the saved text.'),
    name: z.string(),
    kind,
    text: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'SavedText',
    description: 'A text, or a group of hashtags, that people insert into posts or replies.',
  });

export type SavedText = z.infer<typeof SavedText>;

export const SavedTextPage = pageOf(SavedText).meta({ id: 'SavedTextPage' });
export type SavedTextPage = z.infer<typeof SavedTextPage>;

export const SavedTextListQuery = z.strictObject({
  kind: kind.optional().meta({ description: 'Only texts of this kind.' }),
  ...ListQuery,
});

export const CreateSavedText = z
  .strictObject({ name, kind: kind.optional().meta({ description: 'Default: `post`.' }), text })
  .meta({ id: 'CreateSavedText' });

export const UpdateSavedText = z
  .strictObject({ name: name.optional(), kind: kind.optional(), text: text.optional() })
  .meta({ id: 'UpdateSavedText', description: 'The fields to change. Omitted fields keep their value.' });

export const SavedTextParams = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Id of the saved text.' }),
});

export const DeletedSavedText = z
  .object({ id: idOf('savedText', 'Id of the saved text.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedSavedText' });
export type DeletedSavedText = z.infer<typeof DeletedSavedText>;
