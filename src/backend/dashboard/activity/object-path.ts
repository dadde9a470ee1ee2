import { ID_PREFIXES, type IdKind } from '../../../contract/ids.js';

/** The pages of objects, for kinds that have one. */
const PAGES: Partial<Record<IdKind, (id: string) => string>> = {
  post: (id) => `/posts/${id}`,
  account: (id) => `/channels#${id}`,
  schedule: (id) => `/schedules/${id}/edit`,
  apiKey: (id) => `/settings/keys#${id}`,
  webhook: (id) => `/settings/webhooks/${id}`,
  label: (id) => `/settings/labels#${id}`,
  savedText: (id) => `/settings/texts#${id}`,
  media: (id) => `/media/${id}`,
  comment: (id) => `/inbox/comments/${id}`,
  conversation: (id) => `/inbox/conversations/${id}`,
};

/** The page of an object, by its id; null if it has none. */
export function objectPath(id: string): string | null {
  const [, prefix] = /^([a-z]+)_[0-9a-z]+$/.exec(id) ?? [];
  for (const [kind, page] of Object.entries(PAGES)) {
    if (ID_PREFIXES[kind as IdKind] === prefix) return page(id);
  }
  return null;
}
