import { raw } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { NetworkPage } from './network-page.js';
import { PageZone } from './post-frame.js';

/** The path of a network’s pages: `/network/x` of `http://127.0.0.1:4747/network/x`. */
export function baseOf(webUrl: string): string {
  return new URL(webUrl).pathname.replace(/\/$/, '');
}

interface ShellProps {
  readonly platform: Platform;
  readonly page: NetworkPage;
  readonly base: string;
  readonly title: string;
  /** A short heading. */
  readonly heading: string;
  readonly children?: Child;
}

/** The document of every page: two style sheets, no script, and a note that it is a simulation. */
export const Shell: FC<ShellProps> = ({ platform, page, base, title, heading, children }) => {
  const assets = `${base.slice(0, base.lastIndexOf('/'))}/assets`;
  const name = PLATFORM_NAMES[platform];
  const { Bar } = page;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={page.darkAppearance ? 'light dark' : 'light'} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${assets}/base.css`} />
        <link rel="stylesheet" href={`${assets}/${platform}.css`} />
      </head>
      <body class={`network ${platform}`}>
        <header class="bar">
          <Bar heading={heading} />
        </header>
        <main>{children}</main>
        <footer class="simulated">Simulated by Postrider — nothing was sent to {name}</footer>
      </body>
    </html>
  );
};

const DOCTYPE = raw('<!doctype html>');

/** Renders the document. */
export async function written(document: Child, timezone = 'UTC'): Promise<string> {
  const html = await (
    <PageZone.Provider value={timezone}>
      {DOCTYPE}
      {document}
    </PageZone.Provider>
  );
  return html.toString();
}
