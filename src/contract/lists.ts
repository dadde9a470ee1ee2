import * as z from './lazy-zod.js';

export const DEFAULT_PAGE_SIZE = 20;

/** Entries on the largest page. */
export const MAX_PAGE_SIZE = 100;

/** The bounds of a number, as the OpenAPI description has them. */
interface NumberRange {
  readonly type: 'integer' | 'number';
  readonly minimum: number;
  readonly maximum?: number;
}

/** How numbers are written in a query. `Number` reads more, such as an empty text, `0x10` and, as an integer, `1e1`. */
const NUMBER_FORMS = {
  integer: { pattern: /^-?\d+$/, words: 'must be an integer in decimal digits, such as 20' },
  number: { pattern: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i, words: 'must be a number, such as 0.5 or 20' },
} as const;

/** A query parameter that is a number. */
export function numberQuery(range: NumberRange) {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = range;
  const { pattern, words } = NUMBER_FORMS[range.type];
  return z
    .string()
    .transform((text, context): number => {
      const value = Number(text);
      const bound = { origin: 'number', inclusive: true, input: text } as const;
      if (!pattern.test(text)) context.addIssue({ code: 'custom', message: words });
      else if (value < minimum) context.addIssue({ ...bound, code: 'too_small', minimum });
      else if (value > maximum) context.addIssue({ ...bound, code: 'too_big', maximum });
      return value;
    })
    .meta({ ...range });
}

/**
 * Bytes of a page as JSON: a page ends before the entry that would exceed them. Five times what a full page of posts on
 * one network has. Without it, a hundred posts with long texts on ten networks would be an answer of 100 MB.
 */
export const MAX_PAGE_BYTES = 2_000_000;

/** How many entries a page has. */
export const pageSize = (byDefault: number) =>
  numberQuery({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE })
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

/** The end of each list, in the words of `nextCursor`. */
const SHORT_PAGES = `A page ends early, with at least one item, before it exceeds ${MAX_PAGE_BYTES / 1_000_000} MB, so it can hold fewer items than \`limit\` and still have a next page.`;

/** @param onLastPage when it is null */
export function nextCursor(onLastPage = 'Null on the last page.') {
  return z
    .string()
    .nullable()
    .meta({ description: `Send as \`cursor\` to get the next page. ${onLastPage} ${SHORT_PAGES}` });
}

/** A page of a list: `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), nextCursor: nextCursor() });
}

/** A query parameter with comma-separated values: `draft,scheduled`. */
export function commaSeparated<Value extends string>(values: readonly Value[], description: string) {
  const known = new Set<string>(values);
  return z
    .string()
    .transform((text, context): Value[] => {
      const found: Value[] = [];
      const parts = text.split(',').map((piece) => piece.trim());
      if (parts.includes('')) {
        context.addIssue({ code: 'custom', message: 'has an empty value before or after a comma' });
      }
      for (const part of parts) {
        if (part === '') continue;
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
