import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredName } from './storage.js';

/** A stored file as it is served: everything that serving needs is in its address. */
export interface ServedFile {
  readonly name: StoredName;
  /** MIME type of the answer. */
  readonly contentType: string;
}

/** Path of all files, below the backend's public address. */
export const FILES_PATH = '/media/files';

const SERVED_TYPE = /^(image|video)\/[a-z0-9.+-]+$/;
const SHA256 = /^[0-9a-f]{64}$/;
const VARIANT = /^[a-z0-9-]{1,100}$/;

/**
 * Addresses at which stored files can be fetched without a key until a given time: by networks that fetch
 * media themselves, and by pages. Whoever changes anything of an address has none.
 */
export class SignedUrls {
  readonly #publicUrl: string;
  readonly #secret: string;

  /**
   * @param publicUrl where people reach this backend, without a slash at the end
   * @param secret what signs; the same in every process of this backend
   */
  constructor(publicUrl: string, secret: string) {
    this.#publicUrl = publicUrl;
    this.#secret = secret;
  }

  /** @param expiresAt system time, epoch milliseconds */
  urlOf({ name, contentType }: ServedFile, expiresAt: number): string {
    const path = [FILES_PATH, name.workspaceId, name.sha256, ...(name.variant ? [name.variant] : [])].join(
      '/',
    );
    const query = new URLSearchParams({ type: contentType, until: String(Math.floor(expiresAt / 1000)) });
    query.set('signature', this.#sign(`${path}?${query}`));
    return `${this.#publicUrl}${path}?${query}`;
  }

  /**
   * Reads an address, whole or from its path on.
   *
   * @param now system time, epoch milliseconds
   * @returns `expired` for one that was good once; null for one that never was
   */
  read(address: string, now: number): ServedFile | 'expired' | null {
    const base = 'http://backend.invalid';
    if (!URL.canParse(address, base)) return null;
    const { pathname, searchParams } = new URL(address, base);
    const signature = searchParams.get('signature') ?? '';
    const at = pathname.indexOf(`${FILES_PATH}/`);
    const [workspaceId = '', sha256 = '', variant, ...more] = pathname
      .slice(at + FILES_PATH.length + 1)
      .split('/');
    const contentType = searchParams.get('type') ?? '';
    const until = searchParams.get('until') ?? '';
    const signed = `${pathname.slice(at)}?${new URLSearchParams({ type: contentType, until })}`;
    if (at < 0 || !sameText(signature, this.#sign(signed))) return null;
    if (!SHA256.test(sha256) || !SERVED_TYPE.test(contentType) || more.length > 0) return null;
    if (variant !== undefined && !VARIANT.test(variant)) return null;
    if (now > Number(until) * 1000) return 'expired';
    return { name: { workspaceId, sha256, ...(variant !== undefined && { variant }) }, contentType };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function sameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
