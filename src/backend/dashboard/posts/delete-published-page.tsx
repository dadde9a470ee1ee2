import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { DeletedPublished } from '../../../contract/posts/changes.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { ActForm } from '../layout/act-form.js';
import { channelName } from '../layout/channel-name.js';
import { Frame } from '../layout/frame.js';
import { NetworkMark, Notice, PageHead } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { canDelete } from './acts/can-delete.js';

interface DeletePublishedProps {
  readonly user: User;
  readonly post: Post;
  /** What a deletion has left at the networks, and why. */
  readonly kept?: DeletedPublished['kept'];
}

/** Confirms deleting a post at its networks: what, and where. */
export function DeletePublishedPage({ user, post, kept = [] }: DeletePublishedProps) {
  const title = 'Delete what is published';
  const there = post.targets.filter(({ status }) => status === 'published');
  const targets = there.filter(canDelete);
  const stays = there.filter((target) => !canDelete(target));
  return (
    <Frame title={title} place="/posts" user={user}>
      <PageHead
        title={title}
        lead="The post, its thread and its first comment are deleted at the network. This cannot be undone, and the post is never published again."
      />
      <div class="stack">
        {kept.map(({ accountId, message }) => (
          <Notice tone="bad">
            <p>
              <strong>{nameOf(post, accountId)}:</strong> {message}
            </p>
          </Notice>
        ))}
        <section class="card words" aria-label="Text">
          <VisibleText text={post.text} />
        </section>
        {targets.length > 0 && <TargetList title="It is deleted from" targets={targets} />}
        {stays.length > 0 && (
          <TargetList title="It stays here: Postrider cannot delete on these networks" targets={stays} />
        )}
        {targets.length === 0 ? (
          <p>
            Nothing is left that Postrider can delete. <a href={`/posts/${post.id}`}>Back to the post</a>
          </p>
        ) : (
          <ActForm
            action={`/posts/${post.id}/delete-published`}
            csrfToken={user.csrfToken}
            hidden={{ version: String(post.version) }}
          >
            <div class="buttons">
              <button class="button danger" type="submit">
                Delete it for good
              </button>
              <a class="button quiet" href={`/posts/${post.id}`}>
                Keep it
              </a>
            </div>
          </ActForm>
        )}
      </div>
    </Frame>
  );
}

function nameOf({ targets }: Post, accountId: string): string {
  const target = targets.find((one) => one.accountId === accountId);
  return target === undefined ? accountId : channelName(target);
}

function TargetList({ title, targets }: { readonly title: string; readonly targets: readonly Target[] }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      <ul class="rows">
        {targets.map(({ platform, handle, simulated, url }) => (
          <li class="line">
            <NetworkMark platform={platform} />
            <span class="grow">
              {PLATFORM_NAMES[platform]} <VisibleText text={handle} />{' '}
              <span class="soft">{simulated ? 'simulated' : 'real'}</span>
            </span>
            {url !== null && /^https?:\/\//.test(url) && (
              <a href={url} target="_blank" rel="noopener noreferrer">
                view
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
