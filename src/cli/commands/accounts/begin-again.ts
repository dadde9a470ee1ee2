import { shellWord } from '../../../base/shell-word.js';
import { appOf } from '../../../networks/access.js';
import { CliFailure } from '../../failure.js';
import { failureOf } from '../../failure-of.js';
import { typed } from '../../typed-name.js';
import type { ConnectInput } from './sign-in.js';

/** The errors of a sign-in that has ended: only a new one can succeed. */
const ENDED: readonly unknown[] = ['sign_in_refused', 'connection_not_found'];

/** The error of a sign-in, with the command that begins it again if it has ended. */
export function withBeginning(error: unknown, input: ConnectInput, given: readonly string[]): unknown {
  const failure = failureOf(error, false);
  const { kind, message, lines, changed, readOnly, requestId, data, cause } = failure;
  if (kind !== 'not_ended' && !ENDED.includes(data['code'])) return error;
  return new CliFailure(kind, message, {
    lines,
    ...(changed !== null && { changed }),
    readOnly,
    next: [
      `Begin again: ${typed(commandOf(input, given))}`,
      ...(mayBeTheApp(data['code'], input)
        ? [`If the app is wrong: ${typed(`apps set ${input.platform}`)}`]
        : []),
    ],
    ...(requestId !== null && { requestId }),
    data,
    cause,
  });
}

/** Whether another id or secret of the app may help. */
const mayBeTheApp = (code: unknown, { platform }: ConnectInput): boolean =>
  code === 'sign_in_refused' && appOf(platform) !== null;

/** The command as it was typed. @param choose the values of `--choose` */
function commandOf(input: ConnectInput, choose: readonly string[]): string {
  const { platform, account, givenMethod, server, returnUrl, accountId, passwordFrom, board } = input;
  const options = {
    server,
    method: givenMethod,
    'return-url': returnUrl,
    choose: choose.length === 0 ? undefined : choose.join(','),
    board,
    'app-password': passwordFrom,
    account: accountId,
  };
  return [
    `accounts connect ${platform}`,
    ...(account === undefined ? [] : [shellWord(account)]),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name} ${shellWord(value)}`],
    ),
  ].join(' ');
}
