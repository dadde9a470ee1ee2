/** JSON as the formatter of this repository writes it: a list of texts stands on one line. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\s+("[^\]]*")\s+\]/g, (_, texts: string) => {
    return `[${texts.replace(/,\s+/g, ', ')}]`;
  });
}
