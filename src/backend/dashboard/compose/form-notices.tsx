import type { Post } from '../../../contract/posts/posts.js';
import { Notice } from '../layout/parts.js';

/** Says where the content of a new post is from. */
export function CopiedFrom({ post }: { readonly post: Post }) {
  return (
    <Notice>
      <p>
        A new post, copied from <a href={`/posts/${post.id}`}>an earlier one</a>, which stays as it is. The
        same text and media are published to a channel only once in 24 hours.
      </p>
    </Notice>
  );
}

/** The post has another version than the one that the form was filled from. */
export function ChangedSince({ post }: { readonly post: Post }) {
  return (
    <Notice tone="warn">
      <p>
        This post was changed after you began to edit it.{' '}
        <a href={`/posts/${post.id}`} target="_blank" rel="noopener">
          Compare with the saved version
        </a>
        . Saving replaces it with what you see here.
      </p>
    </Notice>
  );
}

/** An earlier try was saved, whose answer was lost. */
export function SavedBefore({ post }: { readonly post: Post }) {
  return (
    <Notice tone="warn">
      <p role="alert">
        Your first try was saved, before you changed the post again.{' '}
        <a href={`/posts/${post.id}/edit`}>Change that post</a>, or press the button once more to create a
        second one.
      </p>
    </Notice>
  );
}
