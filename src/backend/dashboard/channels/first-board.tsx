import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { BoardForm } from './boards.js';

interface FirstBoardProps {
  readonly user: User;
  readonly account: Account;
}

/** To which board the posts of an account go that has just been connected, or the choice among several. */
export function FirstBoard({ user, account }: FirstBoardProps) {
  const { platform, boards } = account;
  if (!RULES[platform].options.boardId) return null;
  const network = PLATFORM_NAMES[platform];
  if (boards === null) {
    return <p>{network} did not list its boards. “Check now” asks again.</p>;
  }
  const chosen = boards.list.find(({ id }) => id === boards.defaultId);
  if (chosen) {
    return (
      <p>
        Posts that choose no board go to <VisibleText text={chosen.name} />.
      </p>
    );
  }
  if (boards.list.length === 0) {
    return (
      <p>
        It has no boards yet, and every post needs one: create a board on {network}, then click “Check now”
        below.
      </p>
    );
  }
  return (
    <>
      <p>Choose the board for posts that choose none. You can change it here at any time.</p>
      <BoardForm account={account} user={user} id="first-board" />
    </>
  );
}
