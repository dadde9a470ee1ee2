/** The fields of a post in the words of the dashboard, for a sentence. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  text: 'text',
  mediaUrls: 'images and videos',
  altTexts: 'alt texts',
  overrides: 'channel options',
  sourceId: 'source',
  accounts: 'channels',
  labels: 'labels',
  link: 'link',
  status: 'status',
  scheduledAt: 'time',
  proposed: 'proposed time',
  timezone: 'time zone',
  reviewNote: 'note',
};

/** `images and videos` for `mediaUrls`. */
export function fieldName(field: string): string {
  return Object.hasOwn(FIELD_NAMES, field) ? (FIELD_NAMES[field] ?? field) : field;
}

/** The same at the beginning of a line. */
export function fieldTitle(field: string): string {
  const name = fieldName(field);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
