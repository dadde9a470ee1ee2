import type { PostriderClient } from '../../../client/client.js';
import { flag, list, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { accountFilter } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';

/** The filters of every inbox list. */
export const INBOX_FILTERS = {
  account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
  platform: list('-p, --platform <networks>', 'Only these networks'),
  unanswered: flag('--unanswered', 'Only what is waiting for your answer'),
  answered: flag('--answered', 'Only what is not waiting for your answer'),
  unread: flag('--unread', 'Only unread'),
  read: flag('--read', 'Only read'),
} as const satisfies Options;

/** The filters as query parameters. @throws CliFailure if they conflict */
export async function inboxQuery(
  options: ValuesOf<typeof INBOX_FILTERS>,
  client: PostriderClient,
  context: Context,
) {
  const platform = readPlatforms(options.platform);
  const unanswered = oneOf(options.unanswered, options.answered, '--unanswered or --answered');
  const unread = oneOf(options.unread, options.read, '--unread or --read');
  return {
    ...(await accountFilter(options.account, client, context)),
    ...(platform.length > 0 && { platform }),
    ...(unanswered !== undefined && { unanswered }),
    ...(unread !== undefined && { unread }),
  };
}

function oneOf(yes: boolean, no: boolean, names: string): boolean | undefined {
  if (yes && no) throw usageFailure(`Use ${names}, not both.`);
  return yes ? true : no ? false : undefined;
}
