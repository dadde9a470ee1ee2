/** An instant in epoch milliseconds as `2026-12-01T08:00:00.000Z`, the format of all responses; null stays null. */
export function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
