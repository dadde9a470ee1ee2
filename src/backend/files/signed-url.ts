import { createHmac } from 'node:crypto';
import { isSameText } from '../base/same-text.js';
import type { StoredName } from './storage.js';

/** A stored file to serve. Its URL contains everything that is needed to serve it. */
export interface ServedFile {
  readonly name: StoredName;
  /** MIME type of the response. */
  readonly contentType: string;
}

/** The path of all files, relative to the backend’s public URL. */
export const FILES_PATH = '/media/files';

const SERVED_TYPE = /^(image|video)\/[a-z0-9.+-]+$/;
const SHA256 = /^[0-9a-f]{64}$/;
const VARIANT = /^[a-z0-9-]{1,100}$/;

/**
 * URLs from which networks and pages can fetch stored files without an API key until they expire. The signature
 * covers the whole URL.
 */
export class SignedUrls {
  readonly #publicUrl: string;
  readonly #secret: string;

  /**
   * @param publicUrl the public URL of this backend, without a trailing slash
   * @param secret the signing key, shared by all processes of this backend
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
   * Verifies a URL, absolute or starting with its path.
   *
   * @param now system time, epoch milliseconds
   * @returns `expired` for a URL that was valid; null for one that never was
   */
  read(url: string, now: number): ServedFile | 'expired' | null {
    const base = 'http://backend.invalid';
    if (!URL.canParse(url, base)) return null;
    const { pathname, searchParams } = new URL(url, base);
    const signature = searchParams.get('signature') ?? '';
    const at = pathname.indexOf(`${FILES_PATH}/`);
    const [workspaceId = '', sha256 = '', variant, ...more] = pathname
      .slice(at + FILES_PATH.length + 1)
      .split('/');
    const contentType = searchParams.get('type') ?? '';
    const until = searchParams.get('until') ?? '';
    const signed = `${pathname.slice(at)}?${new URLSearchParams({ type: contentType, until })}`;
    if (at < 0 || !isSameText(signature, this.#sign(signed))) return null;
    if (!SHA256.test(sha256) || !SERVED_TYPE.test(contentType) || more.length > 0) return null;
    if (variant !== undefined && !VARIANT.test(variant)) return null;
    if (now > Number(until) * 1000) return 'expired';
    return { name: { workspaceId, sha256, ...(variant !== undefined && { variant }) }, contentType };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}
