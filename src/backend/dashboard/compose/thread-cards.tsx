import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { Counters } from './counters.js';
import { Editor } from './editor.js';
import { ownTextsOf, type PostFormValues } from './form-values.js';
import type { CheckResult } from './preview.js';
import { postsOf, threadField, threadMode } from './thread-acts.js';
import { ThreadAct } from './thread-buttons.js';

interface ThreadCardsProps {
  readonly account: Account;
  readonly entered: PostFormValues;
  readonly checked: CheckResult;
}

/** Whether a channel’s posts can continue as a thread. */
const hasThreads = ({ capabilities }: Account): boolean => 'thread' in capabilities.options;

/** The posts of a channel’s thread as cards, each with its length. The first is the text. */
export function ThreadCards({ account, entered, checked }: ThreadCardsProps) {
  const { id, platform, handle } = account;
  const posts = postsOf(entered, id);
  return (
    <>
      {posts.map((text, index) => {
        const field = threadField(id, index);
        return (
          <div class={`thread-post ${posts.length > 1 ? 'card-of-thread' : ''}`}>
            <label class="unseen" for={field}>
              {index === 0 ? 'Text' : `Post ${index + 1}`} for {PLATFORM_NAMES[platform]} {handle}
            </label>
            <Editor
              id={field}
              name={index === 0 ? field : `o.${id}.thread`}
              text={text}
              placeholder={index === 0 ? 'Same as All channels' : 'Continue the thread'}
              counters={countersId(id, index)}
              isFocused={entered.focus === field}
              isOwn={index === 0}
            />
            <div class="thread-line">
              {posts.length > 1 && <CardTools accountId={id} index={index} count={posts.length} />}
              {hasThreads(account) && (
                <ThreadAct accountId={id} mode={threadMode('cut', id, index)} isHidden words="Split here" />
              )}
              <Counters
                id={countersId(id, index)}
                accountId={id}
                field={countedField(posts, index)}
                checked={checked}
                ownTexts={ownTextsOf(entered)}
              />
            </div>
          </div>
        );
      })}
      {hasThreads(account) && (
        <ThreadAct accountId={id} mode={threadMode('add', id)} words="Add a post to the thread" />
      )}
    </>
  );
}

/** The counters of every text of a channel, in the answer to a validation. */
export function NewThreadCounters({
  accountId,
  entered,
  checked,
}: Omit<ThreadCardsProps, 'account'> & { readonly accountId: string }) {
  const posts = postsOf(entered, accountId);
  return (
    <>
      {posts.map((_, index) => (
        <Counters
          id={countersId(accountId, index)}
          accountId={accountId}
          field={countedField(posts, index)}
          checked={checked}
          ownTexts={ownTextsOf(entered)}
          isUpdate
        />
      ))}
    </>
  );
}

const countersId = (accountId: string, index: number): string =>
  `counters-${accountId}${index === 0 ? '' : `-${index}`}`;

/** The name of a post in the dry run, which leaves empty ones out; null for an empty one. */
function countedField(posts: readonly string[], index: number): string | null {
  if (index === 0) return 'text';
  if (posts[index]?.trim() === '') return null;
  return `thread/${posts.slice(1, index).filter((text) => text.trim() !== '').length}`;
}

interface CardToolsProps {
  readonly accountId: string;
  readonly index: number;
  readonly count: number;
}

function CardTools({ accountId, index, count }: CardToolsProps) {
  const tool = (name: 'up' | 'down' | 'remove', sign: string, words: string) => (
    <ThreadAct
      accountId={accountId}
      mode={threadMode(name, accountId, index)}
      words={`${words} ${index + 1}`}
      sign={sign}
    />
  );
  return (
    <span class="thread-tools">
      <span class="soft small">
        {index + 1} of {count}
      </span>
      {index > 0 && tool('up', '↑', 'Move up: post')}
      {index < count - 1 && tool('down', '↓', 'Move down: post')}
      {tool('remove', '✕', 'Remove: post')}
    </span>
  );
}
