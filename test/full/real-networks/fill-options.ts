import type { Page } from 'playwright-core';

/** Fills the options of the only channel in the composer, by their names. A value that is one of a choice is chosen. */
export function fillOptions(values: Readonly<Record<string, string>>): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator('.tab').nth(1).click();
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`[id^="o."][id$=".${name}"]`);
      if (!(await field.isVisible())) await page.locator('details.account-options > summary').click();
      const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT';
      await (isChoice ? field.selectOption(value) : field.fill(value));
    }
  };
}
