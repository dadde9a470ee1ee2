import type { Page } from 'playwright-core';

/** Records what must not happen on any page: injected scripts, blocked loads, requests to other origins. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') seen.push(`alert: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) seen.push(`request to ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`script: ${error.message}`));
  await page.addInitScript(TRIPWIRE);
  return seen;
}

/** Runs in the page before its own scripts. */
const TRIPWIRE = `
  window.alert = (words) => console.error('an injected script ran: ' + words);
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI),
  );
`;
