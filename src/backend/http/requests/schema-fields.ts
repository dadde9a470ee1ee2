import * as z from 'zod';

/**
 * The field names of a schema at a path: candidates for what an unknown field was meant to be.
 *
 * @param path from the schema's root, as in a zod issue
 */
export function fieldNamesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const place = schemaAt(schema, path);
  return place instanceof z.ZodObject ? Object.keys(place.shape) : [];
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let place: z.ZodType | undefined = inner(schema);
  for (const step of path) {
    if (place instanceof z.ZodObject) place = asType(place.shape[String(step)]);
    else if (place instanceof z.ZodArray) place = asType(place.element);
    else if (place instanceof z.ZodRecord) place = asType(place.valueType);
    else return undefined;
    place = place && inner(place);
  }
  return place;
}

/** Unwraps optional, nullable, default and transformed schemas. */
function inner(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const unwrapped = asType(schema.unwrap());
    return unwrapped && inner(unwrapped);
  }
  if (schema instanceof z.ZodPipe) {
    const source = asType(schema.in);
    return source && inner(source);
  }
  return schema;
}

function asType(schema: unknown): z.ZodType | undefined {
  return schema instanceof z.ZodType ? schema : undefined;
}
