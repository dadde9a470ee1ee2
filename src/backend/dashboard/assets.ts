import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type Encoding, encodingIn } from '../http/responses/compressed.js';
import { REFERENCE } from './style/reference.js';
import { DASHBOARD_STYLE } from './style/sheet.js';

/** A file that pages load. */
interface Asset {
  readonly contentType: string;
  readonly text: string;
  /** A hash of the text. It is part of the address, so that browsers can cache the file forever. */
  readonly hash: string;
}

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#9a3412"/><path d="M5 13c4 0 6 .2 9 .2a4.800 4.800 0 1 1-4.800 4.800c0-2.800 2.100-4.800 5-4.800 4.400 0 7.400-1.600 11.300-4.900v14.700c-3-2.700-5.300-3.900-8.300-4.400" fill="none" stroke="#fff8f0" stroke-width="2.200" stroke-linecap="round"/></svg>`;

const assets = new Map<string, Asset>();
const compressedAssets = new Map<string, Promise<Buffer>>();

/** The folder of the built scripts: next to this file in a build, otherwise in `dist`. */
const FOLDER = ['./assets/', '../../../dist/assets/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** The address of an asset. */
export function assetPath(name: string): string {
  return `/assets/${name}?v=${assetOf(name)?.hash ?? 'none'}`;
}

/** The asset in an encoding that the browser accepts; null if there is no such asset. */
export async function assetResponse(name: string, accepts: string | null): Promise<Response | null> {
  const asset = assetOf(name);
  if (!asset) return null;
  const encoding = encodingIn(accepts);
  return new Response(encoding ? new Uint8Array(await compress(name, asset, encoding)) : asset.text, {
    headers: {
      'Content-Type': asset.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}

function assetOf(name: string): Asset | null {
  const known = assets.get(name);
  if (known) return known;
  const found = readAsset(name);
  if (!found) return null;
  const hash = createHash('sha256').update(found.text).digest('base64url').slice(0, 12);
  const asset = { ...found, hash };
  assets.set(name, asset);
  return asset;
}

function readAsset(name: string): Omit<Asset, 'hash'> | null {
  if (name === 'dashboard.css') return { contentType: CSS, text: DASHBOARD_STYLE };
  if (name === 'reference.css') return { contentType: CSS, text: REFERENCE };
  if (name === 'icon.svg') return { contentType: 'image/svg+xml', text: ICON };
  // The name comes from the address: allow only plain file names.
  const [, ending] = /^[a-z][a-z-]*\.(js|css)$/.exec(name) ?? [];
  if (ending === undefined || FOLDER === undefined || !existsSync(`${FOLDER}${name}`)) return null;
  return { contentType: ending === 'js' ? SCRIPT : CSS, text: readFileSync(`${FOLDER}${name}`, 'utf8') };
}

function compress(name: string, asset: Asset, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${name}`;
  const compressor = promisify(encoding === 'br' ? brotliCompress : gzip);
  const bytes = compressedAssets.get(key) ?? compressor(asset.text);
  compressedAssets.set(key, bytes);
  return bytes;
}
