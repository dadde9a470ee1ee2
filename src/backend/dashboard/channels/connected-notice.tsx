import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { Notice } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';

interface ConnectedProps {
  readonly account: Account;
  /** How many accounts were connected with it. */
  readonly more?: number;
  /** They were connected before. */
  readonly isAgain?: boolean;
  /** What can be done now. */
  readonly children?: Child;
}

/** Says that an account has just been connected. */
export function ConnectedNotice({ account, more = 0, isAgain = false, children }: ConnectedProps) {
  return (
    <Notice tone="good">
      <p role="status">
        Connected <VisibleText text={account.handle} /> on {PLATFORM_NAMES[account.platform]}
        {more > 0 && `, and ${more} more`}
        {isAgain ? ' again. The access is renewed.' : '.'}
      </p>
      {children}
    </Notice>
  );
}
