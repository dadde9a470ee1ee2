import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** Where the pages' own style sheet is served. */
export const STYLE_PATH = '/pages.css';

interface FrameProps {
  readonly title: string;
  /** Seconds after which the browser reads the page again; null: it stays as it is. */
  readonly refreshSeconds?: number | null;
  readonly children?: Child;
}

/** What every page of the backend stands in. */
export function Frame({ title, refreshSeconds = null, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {refreshSeconds === null ? null : <meta http-equiv="refresh" content={String(refreshSeconds)} />}
        <title>{`${title} · Postrider`}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <header>
          <a href="/">Postrider</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** The page as text. */
export async function documentOf(page: JSX.Element): Promise<string> {
  return `<!doctype html>${await page}`;
}
