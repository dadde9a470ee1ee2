import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { listedArticle, newspaperArticle } from './article-pages.js';
import type { Figure } from './figures.js';
import { timed } from './timed.js';

const LAUNCHER = join(import.meta.dirname, '../bin/postrider.cjs');

/**
 * Ingests articles of 200 KB over HTTP, compared with only parsing them in one thread. Also the latency of another
 * request during continuous ingestion, compared with the same request alone.
 */
export async function ingest(): Promise<Figure[]> {
  const pages: Readonly<Record<string, string>> = { listed: listedArticle(), newspaper: newspaperArticle() };
  const site = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(pages[(request.url ?? '').slice(1)]),
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
    const read = async (name: string): Promise<void> => {
      const body = JSON.stringify({ url: `${origin}/${name}` });
      const answer = await fetch(`${url}/v1/sources/ingest`, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    const look = async (): Promise<void> => {
      await (await fetch(`${url}/v1/me`, { headers })).arrayBuffer();
    };
    const figures: Figure[] = [];
    for (const [name, called] of [
      ['listed', 'POST /v1/sources/ingest, 200 KB'],
      ['newspaper', '… of a newspaper page'],
    ] as const) {
      const [whole = 0, bare = 0] = await timed(
        () => read(name),
        async () => parseBare(pages[name] ?? ''),
      );
      figures.push({
        name: called,
        value: whole,
        unit: 'ms',
        yardstick: { name: 'linkedom + Readability alone', value: bare },
        budget: { atMost: 0.7 },
      });
    }
    const [alone = 0] = await timed(look);
    let over = false;
    const busy = (async () => {
      while (!over) await read('listed');
    })();
    const [beside = 0] = await timed(look);
    over = true;
    await busy;
    return [
      ...figures,
      {
        name: 'GET /v1/me during ingestion',
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

function parseBare(html: string): number {
  const { document } = parseHTML(html);
  return new Readability(document).parse()?.length ?? 0;
}
