import type { FC } from 'hono/jsx';
import type { SimulatedPost } from '../simulator.js';

export interface PageAccount {
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
}

/** An image or a video of a post. */
export interface PageMedia {
  readonly kind: 'image' | 'video';
  /** On this server: a page loads nothing from elsewhere. */
  readonly url: string;
  readonly altText: string | null;
  /** What stands for a video until it is played. */
  readonly coverUrl: string | null;
}

/** What is shown of a post. */
export interface PagePost
  extends Pick<
    SimulatedPost,
    'networkPostId' | 'path' | 'text' | 'title' | 'link' | 'mediaIds' | 'createdAt'
  > {
  /** Its images and videos, as far as their bytes are kept. */
  readonly media?: readonly PageMedia[];
  /** A warning that its author put in front of it. */
  readonly warning?: string | null;
  /** The post that it answers, by the network's id of it. */
  readonly answers?: string | null;
  /** What it was made of, as the network received it. */
  readonly rawCall?: unknown;
  /** The request that made it visible, and what that was answered. */
  readonly madeBy?: SimulatedPost['madeBy'];
  readonly answer?: SimulatedPost['answer'];
}

/** What is shown of a comment. */
export interface PageComment {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Written by whoever wrote the post. */
  readonly isAuthor: boolean;
  /** Who wrote it, where it was somebody else. */
  readonly author?: PageAccount;
  readonly isReply?: boolean;
}

/** A post with what is needed around it to draw it. */
export interface PostView {
  readonly account: PageAccount;
  readonly post: PagePost;
  /** Path of the network's pages on this server, `/network/x`: links on the page stay on it. */
  readonly base: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The post has the page to itself; else it stands in the account's list. */
  readonly alone: boolean;
}

/** How one network looks. */
export interface NetworkPage {
  readonly styles: string;
  /** It has a dark appearance, shown to those who prefer one. */
  readonly darkAppearance: boolean;
  /** The bar at the head of every page; some networks write in it what the page shows. */
  readonly Bar: FC<{ readonly heading: string }>;
  readonly Post: FC<PostView>;
  /** Whether a post that has the page to itself is headed by its own title. */
  readonly isHeaded?: (post: PagePost) => boolean;
  /** An account's posts stand in a column, or in a grid of pictures. */
  readonly list: 'column' | 'grid';
}
