import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { until } from '../../../../test/support/until.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { EventFeed } from '../../domain/events/feed.js';
import { MAX_STREAMS_PER_SESSION } from './streams.js';

let test: BackendUnderTest;
let person: Visitor;
const open: LivePage[] = [];
beforeEach(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((page) => page.leave()));
  await test.close();
});

/** From now on, timers fire only when the test advances them. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}

/** A page that listens to the live stream. */
class LivePage {
  readonly status: number;
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';
  #over = false;

  constructor({ status, headers, body }: Response) {
    if (!body) throw new Error('It answered without a body.');
    this.status = status;
    this.headers = headers;
    this.#reader = body.getReader();
  }

  /** Opens the stream, and waits until it listens. */
  static async of({ cookie }: Visitor): Promise<LivePage> {
    const headers = { cookie: cookie ?? '' };
    const page = new LivePage(await fetch(`${test.backend.url}/live`, { headers }));
    open.push(page);
    if (page.status === 200) await page.hears('retry: ');
    return page;
  }

  /** Reads until this text arrives. @returns everything before it */
  async hears(what: string): Promise<string> {
    while (!this.#text.includes(what)) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`It ended without “${what}”, after: ${this.#text}`);
      this.#text += new TextDecoder().decode(value);
    }
    const before = this.#text.slice(0, this.#text.indexOf(what));
    this.#text = this.#text.slice(before.length + what.length);
    return before;
  }

  /** Reads to the end. @returns everything not read yet */
  async ends(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#text += new TextDecoder().decode(value);
    }
    this.#over = true;
    return this.#text;
  }

  async leave(): Promise<void> {
    if (!this.#over) await this.#reader.cancel();
  }
}

const CHANGED = 'event: changed\ndata: {}\n\n';

describe('an open page', () => {
  it('is notified of a draft that an agent creates, although there is no event', async () => {
    const page = await LivePage.of(person);
    expect(page.headers.get('content-type')).toContain('text/event-stream');
    const key = await test.newKey('draft');
    const { status } = await test.post('/v1/posts', { text: 'Beans', scheduleMode: 'draft' }, { key });
    expect(status).toBe(201);
    await page.hears(CHANGED);
  });

  it.each([
    ['a new key', () => person.send('/settings/keys', { label: 'One', preset: 'read', lifetime: '30' })],
    ['a new channel', () => person.send('/channels', { platform: 'x', handle: '@beans' })],
    [
      'an event',
      async () => {
        const key = await test.newKey('sandbox');
        await test.post('/v1/test/trigger', { type: 'comment.received' }, { key });
      },
    ],
  ])('is notified of %s', async (_, change) => {
    const page = await LivePage.of(person);
    await change();
    await page.hears(CHANGED);
  });

  it('is not notified of reads, and gets heartbeats', async () => {
    const page = await LivePage.of(person);
    await person.open('/posts');
    await person.open('/');
    test.clock.advance(15_000);
    expect(await page.hears(': heartbeat\n\n')).not.toContain('changed');
  });

  it('is disconnected within a second after signing out', async () => {
    standStill();
    const waits = vi.spyOn(EventFeed.prototype, 'grown');
    const page = await LivePage.of(person);
    const ending = page.ends();
    await until(() => waits.mock.calls.length > 0);
    await person.send('/sign-out');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ending).toContain('event: ended');
  });

  it('does not delay closing the server', async () => {
    standStill();
    const page = await LivePage.of(person);
    await test.backend.close();
    await page.ends();
  });

  it('counts towards the maximum of its session until it is closed', async () => {
    const pages = await Promise.all(
      Array.from({ length: MAX_STREAMS_PER_SESSION }, () => LivePage.of(person)),
    );
    expect((await LivePage.of(person)).status).toBe(429);
    await pages[0]?.leave();
    await expect.poll(async () => (await LivePage.of(person)).status).toBe(200);
    const other = await Visitor.signedIn(test);
    expect((await LivePage.of(other)).status).toBe(200);
  });

  it('requires a session', async () => {
    const answer = await fetch(`${test.backend.url}/live`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
  });
});
