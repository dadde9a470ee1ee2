import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Figure, median } from './figures.js';

const LAUNCHER = join(import.meta.dirname, '../bin/postrider.cjs');
const ROUNDS = 30;
const WARM_UP = 8;

/**
 * Reading an article of 200 KB over HTTP, against its bare parsing in one thread; and what another request
 * waits while articles are read without a pause, against the same request alone.
 */
export async function ingest(): Promise<Figure[]> {
  const page = article();
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const more = ['--data', folder, '--json', '--log-level', 'silent', '--requests-per-minute', '1000000000'];
  const backend = spawn(
    process.execPath,
    [LAUNCHER, 'serve', '--port', '0', '--allow-fetch-origin', origin, ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = (await once(backend.stdout, 'data')) as [Buffer];
    const { url }: { url: string } = JSON.parse(line.toString());
    const made = ['keys', 'create', '--label', 'bench', '--preset', 'full', '--data', folder, '--quiet'];
    const key = execFileSync(process.execPath, [LAUNCHER, ...made], { encoding: 'utf8' }).trim();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const read = async (): Promise<void> => {
      const body = JSON.stringify({ url: `${origin}/article` });
      const answer = await fetch(`${url}/v1/sources/ingest`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    const look = async (): Promise<void> => {
      await (await fetch(`${url}/v1/me`, { headers })).arrayBuffer();
    };
    const bare = await timed(async () => parseBare(page));
    const whole = await timed(read);
    const alone = await timed(look);
    let over = false;
    const busy = (async () => {
      while (!over) await read();
    })();
    const beside = await timed(look);
    over = true;
    await busy;
    return [
      {
        name: 'POST /v1/sources/ingest, 200 KB',
        value: whole,
        unit: 'ms',
        yardstick: { name: 'linkedom + Readability alone', value: bare },
        budget: { atMost: 2.5 },
      },
      {
        name: 'GET /v1/me while articles are read',
        value: beside,
        unit: 'ms',
        yardstick: { name: 'alone', value: alone },
        budget: { atMost: 4 },
      },
    ];
  } finally {
    backend.kill();
    site.close();
    site.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Median of the rounds after warming up, in milliseconds. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const begun = performance.now();
    await run();
    if (round >= WARM_UP) times.push(performance.now() - begun);
  }
  return median(times);
}

function parseBare(html: string): number {
  const { document } = parseHTML(html);
  return new Readability(document).parse()?.length ?? 0;
}

/** A page of about 200 KB: a tenth of it text, the rest what surrounds text on large sites. */
function article(): string {
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) =>
      `<p>Paragraph ${index} of the story tells how <a href="/${index}">the mill</a> opened, ${'and why people came back to it, '.repeat(8)}every week.</p>`,
  );
  const links = Array.from(
    { length: 900 },
    (_, index) =>
      `<li class="item item-${index}"><a href="/section/${index}/story" data-track="nav:${index}"><span class="label">Another story number ${index}</span></a></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>The mill</title><meta property="og:image" content="/mill.jpg"></head><body><nav><ul>${links.slice(0, 300).join('')}</ul></nav><main><article><h1>The mill</h1>${paragraphs.join('')}</article></main><aside class="related"><ul>${links.slice(300).join('')}</ul></aside></body></html>`;
}
