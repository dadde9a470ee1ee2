import { flag, list, type Options, text, type ValuesOf } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readPlatforms } from '../../input/platforms.js';

/** What narrows every list of the inbox. */
export const INBOX_FILTERS = {
  account: text('--account <id>', 'Only of this account'),
  platform: list('-p, --platform <networks>', 'Only of these networks'),
  unanswered: flag('--unanswered', 'Only what waits for your answer'),
  answered: flag('--answered', 'Only what does not'),
  unread: flag('--unread', 'Only what nobody has read'),
  read: flag('--read', 'Only what somebody has'),
} as const satisfies Options;

/** The same as the service takes it. @throws CliFailure for what contradicts itself */
export function inboxQuery(options: ValuesOf<typeof INBOX_FILTERS>) {
  const platform = readPlatforms(options.platform);
  const unanswered = oneOf(options.unanswered, options.answered, '--unanswered or --answered');
  const unread = oneOf(options.unread, options.read, '--unread or --read');
  return {
    ...(options.account !== undefined && { accountId: options.account }),
    ...(platform.length > 0 && { platform }),
    ...(unanswered !== undefined && { unanswered }),
    ...(unread !== undefined && { unread }),
  };
}

function oneOf(yes: boolean, no: boolean, names: string): boolean | undefined {
  if (yes && no) throw usageFailure(`Give ${names}, not both.`);
  return yes ? true : no ? false : undefined;
}
