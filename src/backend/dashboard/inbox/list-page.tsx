import { namesOfNetworks, networksWithInbox } from '../../../networks/which-networks.js';
import { Empty } from '../layout/parts.js';
import type { User } from '../user.js';
import { doneToast } from './done-toast.js';
import { InboxFrame, type ListBeside } from './inbox-frame.js';
import { inboxPath } from './inbox-view.js';
import { SimulateForm, type SimulateTarget } from './simulate-form.js';

interface InboxProps {
  readonly user: User;
  readonly list: ListBeside;
  /** Where comments and messages can be simulated; null outside a sandbox. */
  readonly places: readonly SimulateTarget[] | null;
  readonly query: URLSearchParams;
}

/** The list of the inbox, with nothing opened. */
export function InboxPage({ user, list, places, query }: InboxProps) {
  const [first] = list.inbox.entries;
  return (
    <InboxFrame title="Inbox" user={user} opened={null} toast={doneToast(query)} {...list}>
      <p class="soft">
        Comments and direct messages on{' '}
        {namesOfNetworks(networksWithInbox(user.workspace.sandbox === 1), 'and')}.
      </p>
      {first && (
        <Empty title="Choose a comment or a conversation">
          <a class="button main" href={inboxPath(list.filter, first.path)}>
            Open the first
          </a>
        </Empty>
      )}
      {places !== null && <SimulateForm places={places} csrfToken={user.csrfToken} />}
    </InboxFrame>
  );
}
