import * as z from './lazy-zod.js';

/** Query fields that every list takes. */
export const ListQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'How many to return, 1 to 100; 20 unless told.', examples: [20] }),
  cursor: z.string().max(500).optional().meta({ description: '`nextCursor` of the page before.' }),
};

export const DEFAULT_PAGE_SIZE = 20;

/** A page of a list: `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().meta({
      description:
        'Send as `cursor` for the next page. Null: this is the last one. A page may be short, and have one.',
    }),
  });
}

/** A query field that holds several values of a set, separated by commas: `draft,scheduled`. */
export function commaSeparated<Value extends string>(values: readonly Value[], description: string) {
  const known = new Set<string>(values);
  return z
    .string()
    .transform((text, context): Value[] => {
      const found: Value[] = [];
      for (const part of text
        .split(',')
        .map((piece) => piece.trim())
        .filter(Boolean)) {
        if (known.has(part)) found.push(part as Value);
        else
          context.addIssue({
            code: 'custom',
            message: `"${part}" is not one of ${values.join(', ')}`,
            params: { allowed: values },
          });
      }
      return found;
    })
    .meta({ type: 'string', description, examples: [values.slice(0, 2).join(',')] });
}

/** A query field that is true or false. */
export function booleanQuery(description: string) {
  return z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ type: 'string', description });
}
