import type { App } from '../../../contract/accounts/apps.js';
import type { Platform } from '../../../contract/platforms.js';
import { announcedBy, guideOf, noticeSteps } from '../../../networks/access/guide.js';
import { appOf, type NoticeAccess } from '../../../networks/access.js';

/** How lines of commands begin, which must not be wrapped. */
export const COMMAND_INDENT = '   ';

/** How to get an app at a network: facts to know, and steps to do. */
export function guideLines({ platform, redirects, consoleUrl, notices }: App): readonly string[] {
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
    ...(access.notices ? noticeLines(platform, access.notices, notices) : []),
  ];
}

/** How to have the network announce comments and messages. */
function noticeLines(platform: Platform, access: NoticeAccess, notices: App['notices']): readonly string[] {
  const what = announcedBy(platform);
  if (notices === null) {
    return [
      `Notices: Once the app is set and the backend has a public https address (--public-url), this network can tell it of ${what} at once.`,
    ];
  }
  return [
    `To be told of ${what} at once:`,
    ...access.needs.map(({ text }) => text),
    ...noticeSteps(access, notices, notices).flatMap(({ text, command }, place) => [
      `${place + 1}. ${text}`,
      ...(command?.split('\n').map((line) => COMMAND_INDENT + line) ?? []),
    ]),
  ];
}
