import type { PostriderClient } from '../../../client/client.js';
import type { Connection, ConnectionChoice } from '../../../contract/accounts/connections.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { ask, canAsk } from '../../input/prompt.js';
import { plainLine } from '../../output/plain-text.js';

/** Chooses among the accounts that a sign-in offers, if it offers several. */
export async function finishWithChoices(
  client: PostriderClient,
  connection: Connection,
  given: readonly string[],
  context: Context,
): Promise<Connection> {
  if (connection.status !== 'choosing') return connection;
  const words = given.length > 0 ? given : await askedFor(connection.choices, context);
  const choices = chosenBy(words, connection.choices);
  return client.connections.finish(connection.id, { choices: [...choices] }, { signal: context.signal });
}

async function askedFor(choices: readonly ConnectionChoice[], context: Context): Promise<readonly string[]> {
  const lines = choices.map((choice, place) => `  ${place + 1}  ${wordsOf(choice)}`);
  context.output.insist(() => ['This sign-in offers several accounts:', ...lines].join('\n'));
  if (!canAsk(context)) {
    throw new CliFailure('usage', 'There is no terminal to ask in which to connect.', {
      changed: 'nothing',
      next: ['Name them with --choose, or connect all with --choose all'],
    });
  }
  const answer = await ask(context, 'Which ones? Numbers separated by commas, or all: ');
  return answer
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const wordsOf = ({ name, kind, handle }: ConnectionChoice): string =>
  plainLine([name, handle, kind].filter(Boolean).join('  '));

/**
 * The ids of choices by number, id, name or handle.
 *
 * @throws CliFailure a word names none
 */
export function chosenBy(words: readonly string[], choices: readonly ConnectionChoice[]): readonly string[] {
  if (words.length === 1 && words[0] === 'all') return choices.map(({ id }) => id);
  if (words.length === 0) throw usageFailure('Nothing was chosen.', 'Name at least one account.');
  return words.map((word) => {
    const found =
      choices.find(({ id }) => id === word) ??
      choices.find((one) => isNamed(one, word)) ??
      byNumber(word, choices);
    if (found) return found.id;
    throw usageFailure(
      `This sign-in does not offer "${word}".`,
      `It offers: ${choices.map(({ name }) => plainLine(name)).join(', ')}`,
    );
  });
}

function isNamed({ name, handle }: ConnectionChoice, word: string): boolean {
  return [name, handle, handle.replace(/^@/, '')].some((one) => one.toLowerCase() === word.toLowerCase());
}

function byNumber(word: string, choices: readonly ConnectionChoice[]): ConnectionChoice | undefined {
  return /^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : undefined;
}
