import { randomUUID } from 'node:crypto';
import { accessNote, refreshNote } from '../../shared/notes.js';
import type { SimulatedUpload } from '../../simulator.js';
import type { ServedNetwork } from '../served-network.js';

/** The tokens that a simulated network has given out, kept where its simulator looks for them. */
export class GivenTokens {
  readonly #network: ServedNetwork;
  /** By the names under which the simulator keeps them. */
  readonly #given: { readonly note: string; readonly isAccess: boolean }[] = [];

  constructor(network: ServedNetwork) {
    this.#network = network;
  }

  /**
   * Gives out an access token, or a refresh token.
   *
   * @param seconds its lifetime; null: it does not end
   * @param networkUserId the account that it is for
   */
  async give(seconds: number | null, isAccess: boolean, networkUserId = this.#accountId): Promise<string> {
    const token = `${isAccess ? 'access' : 'refresh'}-${randomUUID()}`;
    this.add(token, isAccess);
    const endsAt = seconds === null ? Number.MAX_SAFE_INTEGER : this.#network.now() + seconds * 1000;
    await this.#put([noteOf(token, isAccess)], endsAt, networkUserId);
    return token;
  }

  /** Adds a token that the simulator itself has given out. */
  add(token: string, isAccess: boolean): void {
    this.#given.push({ note: noteOf(token, isAccess), isAccess });
  }

  hasAccess(token: string): boolean {
    return this.#given.some(({ note }) => note === accessNote(token));
  }

  async isValid(token: string): Promise<boolean> {
    const { memory } = this.#network.scene;
    const known = await Promise.all(bothNotes(token).map((note) => memory.uploadById(note)));
    return known.some((note) => Number(note?.state['expiresAt'] ?? 0) > this.#network.now());
  }

  /** Ends one token, whatever it is. */
  end(token: string): Promise<void> {
    return this.#put(bothNotes(token), 0);
  }

  /** Ends the access tokens so far; refresh tokens still work. */
  endAccessTokens(): Promise<void> {
    return this.#endThose(({ isAccess }) => isAccess);
  }

  endAll(): Promise<void> {
    return this.#endThose(() => true);
  }

  #endThose(which: (given: { readonly isAccess: boolean }) => boolean): Promise<void> {
    return this.#put(
      this.#given.filter(which).map(({ note }) => note),
      0,
    );
  }

  /** The network's id of the account that signs in. */
  get #accountId(): string {
    return this.#network.scene.account.networkUserId;
  }

  async #put(notes: readonly string[], expiresAt: number, networkUserId = this.#accountId): Promise<void> {
    const { scene, now } = this.#network;
    const uploads = notes.map(
      (uploadId): SimulatedUpload => ({ uploadId, networkUserId, state: { expiresAt }, createdAt: now() }),
    );
    await scene.memory.putUploads(...uploads);
  }
}

const noteOf = (token: string, isAccess: boolean): string =>
  isAccess ? accessNote(token) : refreshNote(token);

const bothNotes = (token: string): string[] => [accessNote(token), refreshNote(token)];
