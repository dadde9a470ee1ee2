type Fields = Readonly<Record<string, unknown>>;

/** The first with the fields of the second; objects are merged, everything else is replaced. */
export function merged(base: Fields, changes: Fields): Fields {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    result[name] = isFields(before) && isFields(value) ? merged(before, value) : value;
  }
  return result;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
