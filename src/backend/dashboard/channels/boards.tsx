import type { Account } from '../../../contract/accounts/accounts.js';
import { boardName } from '../../../networks/boards.js';
import { ActForm } from '../layout/act-form.js';
import type { User } from '../user.js';

interface BoardsProps {
  readonly account: Account;
  readonly user: User;
}

/** The board for posts that name none, and the form that chooses it. */
export function Boards({ account, user }: BoardsProps) {
  const { boards, id, simulated } = account;
  if (boards === null) return null;
  const { list, defaultId } = boards;
  const chosen = list.find((board) => board.id === defaultId);
  return (
    <details class="link-tags small">
      <summary>Board: {chosen === undefined ? 'chosen for each post' : boardName(chosen, list)}</summary>
      <p class="soft">
        Posts that choose no board go to this one.
        {!simulated && ' Boards that you have just made at the network appear here after “Check now”.'}
      </p>
      <BoardForm account={account} user={user} id={`board-${id}`} />
    </details>
  );
}

/** The form that chooses the default board. @param id of its field */
export function BoardForm({ account, user, id }: BoardsProps & { readonly id: string }) {
  const { list = [], defaultId = null } = account.boards ?? {};
  return (
    <ActForm action={`/channels/${account.id}/board`} csrfToken={user.csrfToken}>
      <div class="field medium">
        <label for={id}>Default board</label>
        <select id={id} name="board">
          <option value="">None: choose one for each post</option>
          {list.map((board) => (
            <option value={board.id} selected={board.id === defaultId}>
              {boardName(board, list)}
            </option>
          ))}
        </select>
      </div>
      <button class="button" type="submit">
        Save board
      </button>
    </ActForm>
  );
}
