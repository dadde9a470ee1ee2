/** Fields that say when a post is published, or how it is filed, but not what is published. */
const NO_CONTENT: readonly string[] = ['scheduledAt', 'timezone', 'proposed', 'labels', 'sourceId'];

/** Whether an entry of a history changed what is published. */
export function changesContent(changes: readonly { readonly field: string }[]): boolean {
  return changes.some(({ field }) => !NO_CONTENT.includes(field));
}
