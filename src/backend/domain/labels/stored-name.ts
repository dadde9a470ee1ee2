import { normalized } from '../../../base/normalized.js';
import { nameKey } from '../../../contract/labels/names.js';

/** The columns of a name that people give: as it is shown, and as it is compared. */
export function storedName(name: string): { readonly name: string; readonly name_key: string } {
  return { name: normalized(name, 'NFC'), name_key: nameKey(name) };
}
