/**
 * Messages of the API put its own names in backticks: a field (`endTime`), a field with a value (`scheduleMode: now`),
 * a field of an override (`overrides[youtube].title`), a request (`POST /v1/schedules`). So every other surface can
 * replace them by what it calls the same thing, whatever the sentence around them says.
 */
const TERM = /`([^`]+)`/g;

/** The API names in a message. */
export function apiTerms(message: string): string[] {
  return Array.from(message.matchAll(TERM), ([, term = '']) => term);
}

/**
 * Replaces the API names in a message.
 *
 * @param nameOf what the surface calls it; null if it has no such thing, which drops the whole sentence
 * @returns an empty text if no sentence remains
 */
export function renameApiTerms(message: string, nameOf: (term: string) => string | null): string {
  return message
    .split(/(?<=[.?!])\s+/)
    .flatMap((sentence) => {
      const names = new Map(apiTerms(sentence).map((term) => [term, nameOf(term)]));
      if ([...names.values()].includes(null)) return [];
      return sentence.replace(TERM, (_, term: string) => names.get(term) ?? term);
    })
    .join(' ')
    .trim();
}

/** A field in the override for a network or account, as messages name it. */
export const overrideTerm = (target: string, field: string): string => `\`overrides[${target}].${field}\``;

/** The target and the field of a term that `overrideTerm` wrote; null for other terms. */
export function readOverrideTerm(term: string): { readonly target: string; readonly field: string } | null {
  const [, target, field] = /^overrides\[([\w-]+)\]\.([\w.]+)$/.exec(term) ?? [];
  return target === undefined || field === undefined ? null : { target, field };
}

/** The method and path of a term that names a request; null for other terms. */
export function readRequestTerm(term: string): { readonly method: string; readonly path: string } | null {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(term) ?? [];
  return method === undefined || path === undefined ? null : { method, path };
}

/** The field and the value of a term such as `scheduleMode: now`; null for other terms. */
export function readValueTerm(term: string): { readonly field: string; readonly value: string } | null {
  const [, field, value] = /^([\w.[\]]+): (.+)$/.exec(term) ?? [];
  return field === undefined || value === undefined ? null : { field, value };
}
