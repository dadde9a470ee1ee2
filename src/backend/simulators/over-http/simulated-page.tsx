import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { isLoopback } from '../../../base/loopback.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { WireResponse } from '../../networks/wire.js';
import { PAGE_STYLES } from './page-styles.js';

const DOCTYPE = raw('<!doctype html>');
const STYLES_HASH = createHash('sha256').update(PAGE_STYLES).digest('base64');

interface SimulatedPage {
  readonly platform: Platform;
  readonly title: string;
  /** Another origin to which the answer to a form may lead. */
  readonly leadsTo?: string;
  readonly status?: number;
  readonly children: Child;
}

/** A page of a simulated network, which says that it is one. Everything in it is escaped; it has no script. */
export async function simulatedPage({
  platform,
  title,
  leadsTo = '',
  status = 200,
  children,
}: SimulatedPage): Promise<WireResponse> {
  const name = PLATFORM_NAMES[platform];
  const html = await (
    <>
      {DOCTYPE}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{`${title} · Simulated ${name}`}</title>
          <style>{raw(PAGE_STYLES)}</style>
        </head>
        <body>
          <header>
            <strong>{name}</strong>
            <span class="mark">Simulated</span>
          </header>
          <main>{children}</main>
          <footer>
            Postrider simulates {name} on this machine. Nothing reaches the real {name}, and everything is
            lost when the rehearsal ends.
          </footer>
        </body>
      </html>
    </>
  );
  return {
    status,
    headers: { ...PAGE_HEADERS, 'content-security-policy': policy(leadsTo) },
    body: `${html}`,
  };
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Browsers apply `form-action` to all redirects that follow a form as well. A backend on this machine sends them on from
 * one of its names to the other.
 */
function policy(leadsTo: string): string {
  const target = URL.canParse(leadsTo)
    ? originsOf(new URL(leadsTo))
        .map((origin) => ` ${origin}`)
        .join('')
    : '';
  return `default-src 'none'; style-src 'sha256-${STYLES_HASH}'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`;
}

function originsOf({ protocol, hostname, port, origin }: URL): readonly string[] {
  if (!isLoopback(hostname)) return [origin];
  return ['127.0.0.1', 'localhost'].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}
