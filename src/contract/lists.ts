import * as z from './lazy-zod.js';

export const DEFAULT_PAGE_SIZE = 20;

/** Entries on the largest page. */
export const MAX_PAGE_SIZE = 100;

/** How many entries a page has. */
export const pageSize = (byDefault: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .optional()
    .meta({
      description: `Page size, from 1 to ${MAX_PAGE_SIZE}. Default: ${byDefault}.`,
      examples: [byDefault],
    });

/** Query parameters of every list. */
export const ListQuery = {
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: z.string().max(500).optional().meta({ description: '`nextCursor` of the previous page.' }),
};

/** A page of a list: `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().meta({
      description:
        'Send as `cursor` to get the next page. Null on the last page. A page can hold fewer items than `limit` and still have a next page.',
    }),
  });
}

/** A query parameter with comma-separated values: `draft,scheduled`. */
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

/** A query parameter that is `true` or `false`. */
export function booleanQuery(description: string) {
  return z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ type: 'string', description });
}
