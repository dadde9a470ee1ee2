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
  /** An address on this server: pages load nothing from elsewhere. */
  readonly url: string;
  readonly altText: string | null;
  /** The image shown until a video is played. */
  readonly coverUrl: string | null;
  /** The length of a video, if it is known. */
  readonly seconds?: number | null;
}

/** What a page draws in the card of a link, besides the URL and the title. */
interface PageCard {
  readonly title: string | null;
  readonly description: string | null;
  /** An address on this server; null: there is no picture. */
  readonly imageUrl: string | null;
}

/** A post on a page. */
export interface PagePost
  extends Pick<
    SimulatedPost,
    'networkPostId' | 'path' | 'text' | 'title' | 'link' | 'mediaIds' | 'createdAt'
  > {
  /** Its images and videos whose files are stored. */
  readonly media?: readonly PageMedia[];
  /** What is known of the page that its card shows. */
  readonly card?: PageCard | null;
  /** Its content warning. */
  readonly warning?: string | null;
  /** The network’s id of the post that it replies to. */
  readonly answers?: string | null;
  /** The content of the post, as the network received it. */
  readonly rawCall?: unknown;
  /** The request that published it, and the response. */
  readonly madeBy?: SimulatedPost['madeBy'];
  readonly answer?: SimulatedPost['answer'];
}

/** A comment on a page. */
export interface PageComment {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Whether the author of the post wrote it. */
  readonly isAuthor: boolean;
  /** Who wrote it, if it was somebody else. */
  readonly author?: PageAccount;
  readonly isReply?: boolean;
}

/** A post, and what is needed to render it. */
export interface PostView {
  readonly account: PageAccount;
  readonly post: PagePost;
  /** The path of the network’s pages on this server, `/network/x`. */
  readonly base: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether this is the page of the post, and not a list. */
  readonly alone: boolean;
  /** Whether it is a preview of a post that is not published: without links, and with videos as posters. */
  readonly isPreview?: boolean;
  /** The screen that a preview imitates. */
  readonly device?: 'desktop' | 'phone';
}

/** The pages of one network. */
export interface NetworkPage {
  readonly styles: string;
  /** Whether it has a dark mode. */
  readonly darkAppearance: boolean;
  /** The bar at the top of every page. Some networks show the heading in it. */
  readonly Bar: FC<{ readonly heading: string }>;
  readonly Post: FC<PostView>;
  /** Whether the page of a post has the post’s title as its heading. */
  readonly isHeaded?: (post: PagePost) => boolean;
  /** How an account’s posts are listed. */
  readonly list: 'column' | 'grid';
}
