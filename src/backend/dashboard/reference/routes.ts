import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { pageHeaders, renderHtml } from '../responses.js';

/** The API reference, which needs no session: it contains no data of the workspace. */
export function addReference(app: Hono<HttpEnv>, { publicUrl }: Services): void {
  let rendered: Promise<{ readonly text: string; readonly small: Uint8Array<ArrayBuffer> }> | null = null;

  /** The page is the same for everybody, and rendered on first use. */
  async function render() {
    const [{ referenceOf }, { ReferencePage }] = await Promise.all([
      import('../../../contract/reference/reference.js'),
      import('./page.js'),
    ]);
    const text = await renderHtml(ReferencePage({ sections: referenceOf(publicUrl), baseUrl: publicUrl }));
    return { text, small: new Uint8Array(await promisify(gzip)(text)) };
  }

  app.get('/reference', async (c) => {
    const context = routed(c, '/reference');
    rendered ??= render();
    const { text, small } = await rendered;
    const gzipped = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    return new Response(gzipped ? small : text, {
      headers: {
        ...pageHeaders(context),
        Vary: 'Accept-Encoding',
        ...(gzipped && { 'Content-Encoding': 'gzip' }),
      },
    });
  });
}
