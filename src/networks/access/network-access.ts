import type { ConnectMethod } from '../../contract/accounts/connections.js';
import type { PostType } from '../../contract/posts/content.js';
import type { Source } from '../sources.js';

/**
 * Where a network lets the browser return to. `loopback`: http at 127.0.0.1, or https. `localhost`: http at localhost, or
 * https. `https`: https only.
 */
export type RedirectRule = 'loopback' | 'localhost' | 'https';

/** What Postrider reads of an account beyond what it publishes there. */
export type Readable = 'numbers' | 'comments' | 'messages';

/** A permission that the account's owner is asked for. */
export interface AccessScope {
  readonly name: string;
  /** What Postrider does with it: the end of the sentence “Needed to …”. */
  readonly for: string;
  /** Accounts can be connected without it. */
  readonly optional?: true;
  /** What cannot be read of any account without it; absent: something can. */
  readonly opens?: Readable;
  /** The reviews of the app with which it is asked for; absent: all. */
  readonly reviews?: readonly string[];
}

/** How far the network has reviewed an app. */
interface Review {
  readonly id: string;
  /** As the network calls it. */
  readonly name: string;
}

/** What a post is about, as far as the sentences about it need it. */
export interface PostFacts {
  readonly text: string;
  /** The further posts of its thread, and its first comment. */
  readonly thread: readonly string[];
  /** Who is to see it, in Postrider's words; null: the network decides. */
  readonly privacy: string | null;
}

/** What publishing is like with an app: a price, or who can see a post. */
interface Standing {
  /** It limits who can see a post, so nobody may be told that the post is public. */
  readonly limitsWhoSees?: true;
  /** The reviews of the app for which it holds; absent: all. */
  readonly reviews?: readonly string[];
  /** About every post of an account, in one sentence. */
  readonly account: string;
  /**
   * About one post, before it is published; null: nothing. Absent: the sentence about the account. It begins with the
   * name of the network and what happens; the reason follows after punctuation, so that the composer can omit it.
   */
  readonly post?: (post: PostFacts) => string | null;
  /** Why the network is sure to refuse a post, and what to do; null: it does not. Absent: it refuses none. */
  readonly refuses?: (post: PostFacts) => Refused | null;
  /** What the network charges for one post, in US dollars. Absent: nothing. */
  readonly price?: (post: PostFacts) => number;
  /** What the network charges for replies and comments, in one sentence: as much as for posts. Absent: nothing. */
  readonly reply?: string;
  readonly source: Source;
}

/** A post that cannot be published as it is, in two sentences or more. */
export interface Refused {
  readonly message: string;
  readonly fix: string;
}

/** A sentence about the network, with its source. */
export interface SourcedSentence {
  /** Plain text. `{redirect}` stands for the addresses to register. */
  readonly text: string;
  readonly source: Source;
}

/** What to do so that a network announces what is new. */
interface NoticeStep extends SourcedSentence {
  /** Commands for a shell that do it. The same marks as in the steps stand for values. */
  readonly command?: string;
}

/** How a network tells backends at a public https address what is new for an account. */
export interface NoticeAccess {
  /** The secret of the app that signs notices, where it is not the one for sign-ins: as the network calls it. */
  readonly signingSecret?: { readonly name: string; readonly source: Source };
  /** What an account is subscribed to, as the network names it. Empty: only the app as a whole is. */
  readonly fields: readonly string[];
  /** The permission without which an account cannot be subscribed; absent: none of its own. */
  readonly permission?: string;
  /** How to set the addresses at the network, in order. `{notices}`, `{verifyToken}`, `{removed}` and `{deletion}` stand for them. */
  readonly steps: readonly NoticeStep[];
  /** Conditions, and how the network behaves. */
  readonly needs: readonly SourcedSentence[];
}

/** What to do to get an app. */
interface AppStep extends SourcedSentence {
  /** Only where addresses are to be registered (true), or only where none are (false). Absent: always. */
  readonly registers?: boolean;
}

/** Files that a network fetches from the backend. */
interface FetchedFiles {
  readonly kinds: readonly ('images' | 'videos')[];
  /** The post types in which they are fetched; absent: all. */
  readonly forms?: readonly PostType[];
  /** What accounts cannot do on a backend without a public address: the middle of the sentence “It cannot … from this backend”. */
  readonly without: string;
  /** What they can do all the same, in a sentence. */
  readonly stillWorks: string;
  readonly source: Source;
}

/** The app that a person registers at a network, and how accounts allow it access (OAuth 2.0 authorization code). */
export interface AppAccess {
  /** Where apps are registered. */
  readonly consoleUrl: string;
  /** What the network calls the id and the secret of an app. */
  readonly idName: string;
  readonly secretName: string;
  /** `optional`: apps of some kinds have no secret. */
  readonly secret: 'required' | 'optional';
  /** The parameter that carries the id. Default: `client_id`. */
  readonly idParameter?: string;
  readonly authorizeUrl: string;
  /** A set of permissions that can be stored with the app at the network, and named instead of the scopes; absent: none. */
  readonly configuration?: {
    /** What the network calls its id. */
    readonly name: string;
    readonly parameter: string;
    readonly source: Source;
  };
  /** More parameters of the authorize address. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  readonly tokenUrl: string;
  /** More fields of the request that exchanges the code. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** Where the API and the token address are for apps with these reviews, with tokens of their own. */
  readonly sandbox?: { readonly reviews: readonly string[]; readonly origin: string };
  /** Where access is ended (RFC 7009); absent: the network has no such address, or its connector knows a way of its own. */
  readonly revokeUrl?: string;
  /** Which token ends all access there, and whether the app proves itself. Absent: each token is sent, and the app does. */
  readonly revokes?: { readonly token: 'accessToken' | 'refreshToken'; readonly provesApp: boolean };
  /** How the account’s owner ends access, if apps cannot. */
  readonly endedByOwner?: SourcedSentence;
  /** How the secret is sent to the token address: in an `Authorization: Basic` header, or as `client_secret`. */
  readonly secretIn: 'header' | 'body';
  /** Whether the network takes a PKCE challenge (RFC 7636). */
  readonly pkce: boolean;
  /** The `error` with which the browser returns if the person denies access. Default: `access_denied` (RFC 6749). */
  readonly deniedAs?: readonly string[];
  /** How the challenge is written. Default: `base64url`. */
  readonly challengeEncoding?: 'base64url' | 'hex';
  readonly scopes: readonly AccessScope[];
  /** What separates scopes in the authorize address. Default: a space. */
  readonly scopeSeparator?: ' ' | ',';
  readonly redirect: RedirectRule;
  /** Another rule for apps with these reviews. */
  readonly redirectOf?: { readonly reviews: readonly string[]; readonly rule: RedirectRule };
  /** Apps of a kind for this machine return to any of its http addresses, and have none registered. */
  readonly unregisteredOnLoopback?: Source;
  /** How long a code works, in seconds; absent: for minutes. People who paste an address have to be quick. */
  readonly codeSeconds?: number;
  /** Postrider renews the access token itself this long before it ends, in days; absent: it cannot. */
  readonly renewsAheadDays?: number;
  /** How long access lasts, in sentences. */
  readonly lifetime: SourcedSentence;
  /** What the network charges, in sentences. */
  readonly cost: SourcedSentence;
  /** What the network checks before an app can be used, in sentences. */
  readonly review: SourcedSentence;
  /** The most limited one first: it is assumed until the app’s owner says otherwise. */
  readonly reviews: readonly [Review, ...Review[]];
  /** Further conditions, such as a public https address. */
  readonly needs: readonly SourcedSentence[];
  /** How to register an app and find its values, in order. */
  readonly steps: readonly AppStep[];
  /** Why the network may show an error instead of asking the person, besides an address that is not registered. */
  readonly errorInBrowser?: SourcedSentence;
  /** The files that the network fetches from a public address of the backend; absent: all are sent to it. */
  readonly fetches?: FetchedFiles;
  /** How it announces what is new; absent: it is asked. */
  readonly notices?: NoticeAccess;
  readonly standing: readonly Standing[];
}

/** How accounts of one network are connected. */
export interface NetworkAccess {
  /** The first is the default. */
  readonly methods: readonly [ConnectMethod, ...ConnectMethod[]];
  /** Null: no app is needed. */
  readonly app: AppAccess | null;
}
