import type { Platform } from '../../../contract/platforms.js';
import { concealed, type Secrets } from './concealed.js';
import { isSealed, type Sealed, seal, unseal } from './sealed.js';
import { purposeOf, type SecretName } from './sealed-columns.js';
import type { SecretKey } from './secret-key.js';

/** Credentials that stay open, so that reading an account again costs nothing. */
const MAX_OPENED = 1_000;

interface SealedAccount {
  readonly id: string;
  readonly platform: Platform;
  readonly credentials_json: Sealed;
}

/** Seals the secrets of a database and opens them. It is locked until it has the key. */
export class Vault {
  #key: SecretKey | null;
  /** By sealed text. */
  readonly #opened = new Map<Sealed, { readonly purpose: string; readonly credentials: Secrets }>();

  constructor(key: SecretKey | null = null) {
    this.#key = key;
  }

  get isLocked(): boolean {
    return this.#key === null;
  }

  unlock(key: SecretKey): void {
    this.#key = key;
    this.#opened.clear();
  }

  sealAccount({ id, platform }: Pick<SealedAccount, 'id' | 'platform'>, credentials: Secrets): Sealed {
    // A copy, because concealed credentials hide their values from JSON.
    return this.#seal(purposeOf.account(id, platform), JSON.stringify({ ...credentials }));
  }

  /** @throws SealBroken */
  openAccount({ id, platform, credentials_json: text }: SealedAccount): Secrets {
    const purpose = purposeOf.account(id, platform);
    const known = this.#opened.get(text);
    if (known?.purpose === purpose) return known.credentials;
    const credentials = concealed(JSON.parse(this.#open(purpose, text)));
    if (this.#opened.size >= MAX_OPENED) {
      for (const oldest of this.#opened.keys()) {
        this.#opened.delete(oldest);
        break;
      }
    }
    this.#opened.set(text, { purpose, credentials });
    return credentials;
  }

  sealWebhookSecret(webhookId: string, secret: string): Sealed {
    return this.#seal(purposeOf.webhook(webhookId), secret);
  }

  /** @throws SealBroken */
  openWebhookSecret(webhookId: string, secret: Sealed): string {
    return this.#open(purposeOf.webhook(webhookId), secret);
  }

  sealNamed(name: SecretName, secret: string): Sealed {
    return this.#seal(purposeOf.secret(name), secret);
  }

  /** @throws SealBroken */
  openNamed(name: SecretName, secret: Sealed): string {
    return this.#open(purposeOf.secret(name), secret);
  }

  /** Seals what finishing a connection needs. */
  sealConnection(id: string, secrets: Secrets): Sealed {
    return this.#seal(purposeOf.connection(id), JSON.stringify({ ...secrets }));
  }

  /** @throws SealBroken */
  openConnection(id: string, text: Sealed): Secrets {
    return concealed(JSON.parse(this.#open(purposeOf.connection(id), text)));
  }

  sealNetworkApp(id: string, secrets: Secrets): Sealed {
    return this.#seal(purposeOf.networkApp(id), JSON.stringify({ ...secrets }));
  }

  /** @throws SealBroken */
  openNetworkApp(id: string, text: Sealed): Secrets {
    return concealed(JSON.parse(this.#open(purposeOf.networkApp(id), text)));
  }

  sealAppSecret(id: string, secret: string): Sealed {
    return this.#seal(purposeOf.platformApp(id), secret);
  }

  /** @throws SealBroken */
  openAppSecret(id: string, text: Sealed): string {
    return this.#open(purposeOf.platformApp(id), text);
  }

  sealApiKeySecret(id: string, secret: string): Sealed {
    return this.#seal(purposeOf.appNotices(id), secret);
  }

  /** @throws SealBroken */
  openApiKeySecret(id: string, text: Sealed): string {
    return this.#open(purposeOf.appNotices(id), text);
  }

  sealTotpSecret(personId: string, secret: string): Sealed {
    return this.#seal(purposeOf.totp(personId), secret);
  }

  /** @throws SealBroken */
  openTotpSecret(personId: string, text: Sealed): string {
    return this.#open(purposeOf.totp(personId), text);
  }

  sealAlertAddress(id: string, address: string): Sealed {
    return this.#seal(purposeOf.alertChannel(id), address);
  }

  /** @throws SealBroken */
  openAlertAddress(id: string, text: Sealed): string {
    return this.#open(purposeOf.alertChannel(id), text);
  }

  sealDeletedDraft(postId: string, draft: string): Sealed {
    return this.#seal(purposeOf.deletedDraft(postId), draft);
  }

  /**
   * Opens what a page sends back: unlike a column, it was never stored in clear.
   *
   * @throws SealBroken
   */
  openDeletedDraft(postId: string, text: string): string {
    return unseal(this.#unlocked(), purposeOf.deletedDraft(postId), text as Sealed);
  }

  #seal(purpose: string, text: string): Sealed {
    return seal(this.#unlocked(), purpose, text);
  }

  /** A text in clear comes from a version that did not seal. It is sealed when the first start after that gets to it. */
  #open(purpose: string, text: Sealed): string {
    return isSealed(text) ? unseal(this.#unlocked(), purpose, text) : text;
  }

  #unlocked(): SecretKey {
    if (this.#key !== null) return this.#key;
    throw new Error('The vault is locked: unlock it with the secret key first.');
  }
}
