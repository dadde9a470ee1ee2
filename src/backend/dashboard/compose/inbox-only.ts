import { isInboxDraft } from '../../../networks/who-sees.js';
import type { PostFormValues } from './form-values.js';
import type { CheckResult } from './preview.js';

/** Whether every channel of a post gets a draft in its app, so that nothing is published yet. */
export function goesOnlyToInboxes({ options }: PostFormValues, checked: CheckResult): boolean {
  if ('problem' in checked || checked.validation.targets.length === 0) return false;
  return checked.validation.targets.every(({ accountId, platform }) => {
    const entered = [...(options.get(accountId) ?? [])].map(([name, [value = '']]) => [name, value]);
    return isInboxDraft(platform, Object.fromEntries(entered));
  });
}
