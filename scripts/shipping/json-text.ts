/** JSON in the style of this repository's formatter: lists of strings on one line. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\s+("[^\]]*")\s+\]/g, (_, texts: string) => {
    return `[${texts.replace(/,\s+/g, ', ')}]`;
  });
}
