import type { Platform } from '../../../../contract/platforms.js';
import type { AccessScope } from '../../../../networks/access.js';
import type { ConnectedAccount } from '../../../networks/connection.js';
import type { WireResponse } from '../../../networks/wire.js';
import type { ServedRequest } from '../served-network.js';

/** What a sign-in has granted. */
interface GivenTokens {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  readonly networkUserId: string;
}

/** How the sign-in of one simulated network differs from others. What Postrider itself knows of it is in its access data. */
export interface SignInData {
  readonly platform: Platform;
  /** How far the network has reviewed the app; absent: as little as possible. */
  readonly review?: string;
  /** The network's id of the account; absent: that of the demo account. */
  readonly networkUserId?: string;
  /** The network's id of the account, by the review that the sign-in asks for: as a member, or for a Page. */
  readonly accountsByReview?: Readonly<Record<string, string>>;
  /** Whether the person can leave out permissions on the consent page. Default: all or nothing. */
  readonly letsLeaveOut?: boolean;
  /** Origins beyond those of the API, of uploads and of the sign-in. */
  readonly origins?: readonly string[];
  /** Lifetimes in seconds; `refresh` null: there is no refresh token. */
  readonly lifetimes: { readonly access: number; readonly refresh: number | null };
  /**
   * What the token address answers if the code, or the app, is wrong; and the one that ends access if it does not know the
   * token.
   */
  readonly refusals: {
    readonly code: WireResponse;
    readonly app: WireResponse;
    readonly token?: WireResponse;
  };
  /** Parameters of the authorize address without which there is no refresh token. */
  readonly renewableWith?: Readonly<Record<string, string>>;
  /** What the network adds when the person denies access. Default: nothing. */
  readonly denied?: Readonly<Record<string, string>>;
  /** What the network appends to the address that it sends the browser back to. */
  readonly fragment?: string;
  /** The answer of the token address, in the network's own form. Default: that of RFC 6749. */
  readonly tokenAnswer?: (given: GivenTokens) => unknown;
  /** The first access token is exchanged for one that lasts, and that renews itself. */
  readonly longLived?: {
    readonly exchangePath: string;
    readonly grant: string;
    readonly renewPath: string;
    /** In seconds. */
    readonly lifetime: number;
  };
  /** More fields of the answer with the tokens. */
  readonly tokenFields?: Readonly<Record<string, unknown>>;
  /** The grant that exchanges an access token for one that lasts longer. */
  readonly exchanges?: { readonly grantType: string; readonly seconds: number };
  /** Answers the renewal of access; null or absent: the simulated network renews it. */
  readonly renews?: (
    request: ServedRequest,
    service: SignInService,
  ) => WireResponse | null | Promise<WireResponse | null>;
  /** Answers what neither the sign-in nor the simulator answers, such as the list of pages; null: it is not asked this. */
  readonly first?: (
    request: ServedRequest,
    service: SignInService,
  ) => WireResponse | null | Promise<WireResponse | null>;
}

/** An app as the network has registered it. */
export interface RegisteredApp {
  readonly clientId: string;
  /** Null: it is a public client. */
  readonly clientSecret: string | null;
  /** The addresses to return to. */
  readonly redirects: string[];
}

/** What answers of one network need of the sign-in. */
export interface SignInService {
  readonly app: RegisteredApp;
  readonly account: Pick<ConnectedAccount, 'networkUserId' | 'handle' | 'displayName'>;
  /** The permissions that are asked for. */
  readonly scopes: readonly AccessScope[];
  /** Those that the person leaves out. */
  readonly withheld: readonly string[];
  /** The person ends the app's access, or the app does. */
  endAccess(): Promise<void>;
  /**
   * Gives out an access token.
   *
   * @param seconds its lifetime; null: it does not end
   * @param to another account of the person, such as a second Page; absent: the account
   */
  give(seconds: number | null, to?: SignInService['account']): Promise<string>;
}
