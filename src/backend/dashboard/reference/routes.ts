import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { routed } from '../../http/page-answer.js';
import type { HttpEnv } from '../../http/request-context.js';
import type { Services } from '../../operations/services.js';
import { htmlText, pageHeaders } from '../answers.js';

/** The reference of the API, for anybody: it holds nothing of anybody's. */
export function addReference(app: Hono<HttpEnv>, { publicUrl }: Services): void {
  let made: Promise<{ readonly text: string; readonly small: Uint8Array<ArrayBuffer> }> | null = null;

  /** Its text is the same for everybody, and made when somebody first asks for it. */
  async function make() {
    const [{ referenceOf }, { ReferencePage }] = await Promise.all([
      import('../../../contract/reference/reference.js'),
      import('./page.js'),
    ]);
    const text = await htmlText(ReferencePage({ sections: referenceOf(publicUrl), baseUrl: publicUrl }));
    return { text, small: new Uint8Array(await promisify(gzip)(text)) };
  }

  app.get('/reference', async (c) => {
    const context = routed(c, '/reference');
    made ??= make();
    const { text, small } = await made;
    const packed = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    return new Response(packed ? small : text, {
      headers: {
        ...pageHeaders(context),
        Vary: 'Accept-Encoding',
        ...(packed && { 'Content-Encoding': 'gzip' }),
      },
    });
  });
}
