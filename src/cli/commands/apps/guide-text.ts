import type { App } from '../../../contract/accounts/apps.js';
import { guideOf } from '../../../networks/access/guide.js';
import { appOf } from '../../../networks/access.js';

/** How to get an app at a network: facts to know, and steps to do. */
export function guideLines({ platform, redirects, consoleUrl }: App): readonly string[] {
  const access = appOf(platform);
  if (access === null) return [];
  const { facts, steps } = guideOf(
    access,
    redirects.map(({ url }) => url),
  );
  return [
    ...facts.map(({ about, text }) => `${about}: ${text}`),
    `Register the app at ${consoleUrl}:`,
    ...steps.map(({ text }, place) => `${place + 1}. ${text}`),
  ];
}
