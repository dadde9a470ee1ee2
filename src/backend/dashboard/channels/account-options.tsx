import { showHidden } from '../../../base/hidden-characters.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';

interface AccountOptionsProps {
  /** What the first option says, which chooses none. */
  readonly all: string;
  readonly accounts: readonly Account[];
  /** The id of the chosen account. */
  readonly chosen: string | null | undefined;
}

/** The options of a select that filters by account. */
export function AccountOptions({ all, accounts, chosen }: AccountOptionsProps) {
  return (
    <>
      <option value="">{all}</option>
      {accounts.map(({ id, platform, handle }) => (
        <option value={id} selected={id === chosen}>
          {PLATFORM_NAMES[platform]} {showHidden(handle)}
        </option>
      ))}
    </>
  );
}
