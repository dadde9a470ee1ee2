import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { API_ERROR_CODES } from '../../../contract/api-errors.js';
import { OPERATION_IDS, OPERATIONS } from '../../../contract/operations.js';
import { DELIVERY_ERROR_CODES } from '../../../contract/posts/delivery-errors.js';

let test: BackendUnderTest;
let answer: Response;
let html: string;
let signIn: string;
let page: ReturnType<typeof parseHTML>['document'];
/** The text of each operation's card, by its id. */
let cards: ReadonlyMap<string, string>;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  answer = await fetch(`${test.backend.url}/reference`);
  html = await answer.text();
  signIn = await (await fetch(`${test.backend.url}/sign-in`)).text();
  page = parseHTML(html).document;
  cards = new Map(
    [...page.querySelectorAll('article')].map(({ id, textContent }) => [id, textContent ?? '']),
  );
});
afterAll(() => test.close());

const idsOnPage = (): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const linksOnPage = (): string[] => [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id = '']) => id);

describe('the reference page', () => {
  it('requires no session, and runs only its own script', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect([...page.querySelectorAll('script')].map(({ textContent }) => textContent)).toEqual(['']);
    expect(html).not.toMatch(/<style| style="| on\w+="/);
  });

  it('lists every operation, also in the contents', () => {
    const links = new Set(linksOnPage());
    for (const id of OPERATION_IDS) {
      const { method, path, summary } = OPERATIONS[id];
      for (const text of [method, path, summary, 'Example response', 'curl ']) {
        expect(cards.get(id), `${id}: ${text}`).toContain(text);
      }
      expect(links).toContain(id);
    }
  });

  it('explains every error code and diagnosis code', () => {
    const ids = new Set(idsOnPage());
    for (const code of API_ERROR_CODES) expect(ids).toContain(`error-${code}`);
    for (const code of DELIVERY_ERROR_CODES) expect(ids).toContain(`diagnosis-${code}`);
  });

  it('links only to anchors that exist once', () => {
    const ids = idsOnPage();
    expect(new Set(ids).size).toBe(ids.length);
    expect(linksOnPage().filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('uses the service’s address in its examples', () => {
    expect(html).toContain(`curl ${test.backend.services.publicUrl}/v1/posts`);
  });

  it('is linked from the sign-in page', () => {
    expect(signIn).toContain('href="/reference"');
  });
});
