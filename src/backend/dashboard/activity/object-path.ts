import { ID_PREFIXES, type IdKind } from '../../../contract/ids.js';

/** The page that shows an object of each kind; kinds without one are left out. */
const PAGES: Partial<Record<IdKind, (id: string) => string>> = {
  post: (id) => `/posts/${id}`,
  account: (id) => `/channels#${id}`,
  schedule: (id) => `/schedules/${id}/edit`,
  apiKey: (id) => `/settings/keys#${id}`,
  webhook: (id) => `/settings/webhooks/${id}`,
};

/** Where an object is shown, by its id; null where it is shown nowhere, or the id is none of ours. */
export function objectPath(id: string): string | null {
  const [, prefix] = /^([a-z]+)_[0-9a-z]+$/.exec(id) ?? [];
  for (const [kind, page] of Object.entries(PAGES)) {
    if (ID_PREFIXES[kind as IdKind] === prefix) return page(id);
  }
  return null;
}
