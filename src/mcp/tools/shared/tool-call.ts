/** A proposed call: `postrider_get_post {"id": "post_1"}`. */
export function toolCall(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `postrider_${tool} ${written(args)}`;
}

/** JSON with a space after colons and commas. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}: ${written(inner)}`).join(', ')}}`;
}
