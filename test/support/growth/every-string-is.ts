import * as z from 'zod';

/** A value of a schema's form with one text for every string in it; undefined for what holds no text. */
export function everyStringIs(text: string, schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return everyStringIs(text, schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return everyStringIs(text, schema.in);
  if (schema instanceof z.ZodArray) return [everyStringIs(text, schema.element)];
  if (schema instanceof z.ZodRecord) return { [text]: text };
  if (!(schema instanceof z.ZodObject)) return text;
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, everyStringIs(text, field)]),
  );
}
