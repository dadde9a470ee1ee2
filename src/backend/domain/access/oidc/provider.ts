import type { Configuration } from 'openid-client';
import { isLoopbackAddress } from '../../../../base/loopback.js';

/** An OpenID Connect provider, as the environment names it. */
export interface OidcSettings {
  /** Its issuer, from which everything else is read. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null: the provider knows this server as a public client. */
  readonly clientSecret: string | null;
  /** What people call it, on the button: `Sign in with …`. */
  readonly name: string;
}

/** What an answer of the provider is checked against. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** An account at the provider. An e-mail address would not do: it can change hands. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The provider did not say who somebody is; the message says why. */
export class OidcRefused extends Error {
  override readonly name = 'OidcRefused';
}

/** Signs people in at an OpenID Connect provider: code flow with PKCE (S256), state and nonce. */
export class OidcProvider {
  readonly settings: OidcSettings;
  #found: Promise<Configuration> | null = null;

  constructor(settings: OidcSettings) {
    this.settings = settings;
  }

  /**
   * Where to send somebody to sign in.
   *
   * @throws OidcRefused if the provider cannot be reached
   */
  async begin(redirectUri: string): Promise<{ readonly to: string; readonly checks: OidcChecks }> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const to = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { to: to.href, checks };
  }

  /**
   * Who came back.
   *
   * @param answer the address at which the provider sent the browser back
   * @throws OidcRefused if it refused, or its answer does not belong to the checks
   */
  async finish(answer: URL, { state, nonce, verifier }: OidcChecks): Promise<OidcIdentity> {
    const client = await import('openid-client');
    const configuration = await this.#configuration();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new OidcRefused('It sent no ID token.');
      return { issuer: claims.iss, subject: claims.sub };
    } catch (error) {
      if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
        throw new OidcRefused('You cancelled, or it did not let you in.');
      }
      throw refusedFor(error);
    }
  }

  #configuration(): Promise<Configuration> {
    this.#found ??= this.#discover().catch((error: unknown) => {
      // The next sign-in tries again.
      this.#found = null;
      throw refusedFor(error);
    });
    return this.#found;
  }

  async #discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, ClientSecretPost, None } = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const authentication = clientSecret === null ? None() : ClientSecretPost(clientSecret);
    const url = new URL(issuer);
    return discovery(url, clientId, undefined, authentication, {
      // A provider on this machine may use http.
      execute: isLoopbackAddress(url.hostname) ? [allowInsecureRequests] : [],
    });
  }
}

/** Its errors carry the provider's whole answer; only the message is for people and logs. */
function refusedFor(error: unknown): unknown {
  if (error instanceof OidcRefused || !(error instanceof Error)) return error;
  return new OidcRefused(`It could not be asked who you are: ${error.message}.`);
}
