import type { Browser, Page } from 'playwright-core';
import type { WalkedHost } from '../../../scripts/shipping/walked-hosts.js';
import { launchBrowser, signedInPage } from '../../full/support/browser.js';
import type { Scene } from '../check.js';
import { isRedirect } from './redirect.js';

/** Programs start slowly, and so does the browser beside them. */
const PATIENCE_MS = 120_000;

/** A person at a browser who is signed in to the dashboard. */
export class Person {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async signedIn({ test }: Scene): Promise<Person> {
    const browser = await launchBrowser();
    const { page } = await signedInPage(browser, test);
    page.setDefaultTimeout(PATIENCE_MS);
    return new Person(browser, page);
  }

  /**
   * Allows what a program asks for at an address, and waits until the browser is back at the program.
   *
   * @throws if it is not at the documented address
   */
  async connect(address: string, host?: WalkedHost): Promise<void> {
    await this.#page.goto(address);
    const home = new URL(address).origin;
    await this.#page.getByRole('button', { name: 'Connect', exact: true }).click();
    await this.#page.waitForURL((url) => url.origin !== home);
    const { origin, pathname } = new URL(this.#page.url());
    if (host && !isRedirect(host, `${origin}${pathname}`))
      throw new Error(`it waits at ${origin}${pathname}`);
  }

  /** Disconnects an assistant in the dashboard. @param name as the program gave it when it asked */
  async disconnect(name: string): Promise<void> {
    await this.#page.goto('/settings/assistants');
    const connected = this.#page.getByRole('list', { name: 'Connected assistants' });
    const row = connected.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: 'Disconnect' }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await row.waitFor({ state: 'detached' });
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
