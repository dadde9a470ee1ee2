import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { LOOPBACK_REDIRECT } from './oauth-program.js';

/** A host that connects with the SDK, as Claude does, and keeps what it is given in memory. */
export class AssistantHost implements OAuthClientProvider {
  readonly redirectUrl = LOOPBACK_REDIRECT;
  readonly clientMetadata: { readonly client_name: string; readonly redirect_uris: string[] };
  readonly clientMetadataUrl?: string;
  /** Where the browser went, and came back to. */
  authorize: URL | null = null;
  back: URL | null = null;
  registered: OAuthClientInformationMixed | undefined;
  stored: OAuthTokens | undefined;
  readonly #decide: (asking: URL) => Promise<URL>;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  /**
   * @param decide what the person does on the page that asks them; returns where it sends them
   * @param clientMetadataUrl the address of its document; absent: it registers
   */
  constructor(name: string, decide: (asking: URL) => Promise<URL>, clientMetadataUrl?: string) {
    this.clientMetadata = { client_name: name, redirect_uris: [LOOPBACK_REDIRECT] };
    this.#decide = decide;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  state = () => 'sdk-state';
  clientInformation = () => this.registered;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.registered = information;
  };
  tokens = () => this.stored;
  saveTokens = (tokens: OAuthTokens) => {
    this.stored = tokens;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state;
  };
  discoveryState = () => this.#discovered;
  redirectToAuthorization = async (url: URL) => {
    this.authorize = url;
    this.back = await this.#decide(url);
  };
}
