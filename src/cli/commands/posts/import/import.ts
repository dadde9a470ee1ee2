import { appendFile, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { textsIn } from '../../../../base/text-warnings.js';
import type { PostriderClient } from '../../../../client/client.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import { chargeFor, chargeSentences, sentTexts } from '../../../../networks/charges.js';
import { resolveContent } from '../../../../networks/content.js';
import { choice, defineCommand, flag, text } from '../../../command.js';
import type { Context } from '../../../context.js';
import type { ExitKind } from '../../../exit-codes.js';
import { CliFailure } from '../../../failure.js';
import { failureOf } from '../../../failure-of.js';
import { AccountNames } from '../../../input/accounts.js';
import { IN_FILE, timeReader } from '../../../input/chosen-time.js';
import { confirmAction } from '../../../input/confirm-action.js';
import { canAsk } from '../../../input/prompt.js';
import { readTextFrom } from '../../../input/read-text.js';
import { plainJson } from '../../../output/plain-text.js';
import { withClient } from '../../../with-client.js';
import type { Importing, ReadRow } from './import-row.js';
import { countWords, exitOfRows, type RowResult, rowText } from './row-result.js';
import type { Row } from './rows.js';

export const postsImport = defineCommand({
  name: 'posts import',
  group: 'Publish',
  summary: 'Create posts from the rows of a CSV or JSON Lines file',
  details:
    'Columns are the fields of the API or their short forms: text, to, at, timezone, media, alt. A column such as x.text or youtube.privacy applies to one network. A row without a time becomes a draft. Where somebody else has to approve posts, or the key may only draft, a row with a time becomes a draft that proposes it. Each row has an idempotency key derived from its content, so you can import a file again: it continues where it stopped and creates nothing twice. An invalid row does not stop the others. With --json, prints one line per row.',
  arguments: [{ name: '<file>', description: 'A .csv or .jsonl file; - reads standard input' }],
  options: {
    dryRun: flag('--dry-run', 'Check every row without creating posts'),
    format: choice('--format <format>', 'File format, if the file name does not tell', ['csv', 'jsonl']),
    importId: text('--import-id <name>', 'Name of this import (default: the file name)'),
    result: text('--result <file>', 'Write the result of each row to a file, as JSON Lines'),
    stopOnError: flag('--stop-on-error', 'Stop at the first invalid row'),
    allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    { type: 'posts import december.csv --dry-run', does: 'Check every row' },
    {
      type: 'posts import december.csv --result done.jsonl',
      does: 'Create the posts; run it again to continue',
    },
    { type: 'posts import - --format jsonl --json < posts.jsonl', does: 'Import from a program' },
  ],
  run: ({ arguments: [file = '-'], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const content = await readTextFrom(file, context);
      const { whyOnlyProposed } = await import('./proposal.js');
      const whyProposed = await whyOnlyProposed(client, context);
      const how: Importing = {
        importId: options.importId ?? (file === '-' ? 'stdin' : basename(file)),
        folder: file === '-' ? process.cwd() : dirname(resolve(file)),
        dryRun: options.dryRun,
        allowDuplicate: options.allowDuplicate,
        onlyProposes: whyProposed !== null,
      };
      const { formatOf, readRows } = await import('./rows.js');
      const rows = await readAll(
        readRows(content, options.format ?? formatOf(file, content)),
        how,
        client,
        context,
      );
      if (!how.dryRun) await confirmSoon(rows, options.yes, client, context);
      if (options.result !== undefined) await writeFile(options.result, '');
      const isTimed = rows.some(({ post }) => post?.proposed !== undefined);
      if (whyProposed !== null && isTimed) context.output.note(whyProposed);
      const results = await importAll(rows, how, options, client, context);
      context.output.note(`${countWords(results)}.`);
      return exitOfRows(results);
    }),
});

/** Reads every row as a post with its idempotency key. */
async function readAll(
  rows: readonly Row[],
  how: Importing,
  client: PostriderClient,
  context: Context,
): Promise<readonly ReadRow[]> {
  const [{ readRow }, readTime] = await Promise.all([
    import('./import-row.js'),
    timeReader(client, context, IN_FILE),
  ]);
  const names = new AccountNames(client, context);
  const seen = new Map<string, number>();
  const read: ReadRow[] = [];
  for (const row of rows) {
    const occurrence = (seen.get(row.written) ?? 0) + 1;
    seen.set(row.written, occurrence);
    read.push(await readRow(row, occurrence, readTime, names, how));
  }
  return read;
}

/** Asks before publishing rows that could not be stopped in time. */
async function confirmSoon(
  rows: readonly ReadRow[],
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  const soon = rows.filter((row) => row.soon);
  const prices = canAsk(context) && !yes ? await pricesOfRows(rows, client, context) : [];
  if (soon.length === 0) {
    for (const sentence of prices) context.output.note(sentence);
    return;
  }
  const named = soon.map(({ number }) => number).slice(0, 20);
  const which = `${named.join(', ')}${soon.length > named.length ? ', …' : ''}`;
  await confirmAction(
    {
      preview: () =>
        [
          `${soon.length} of ${rows.length} rows will be published now or within two hours: ${which}.`,
          ...prices,
        ].join('\n'),
      content: textsIn(soon.map(({ post }) => post)),
      question: 'Publish them?',
      action: `Publishing ${soon.length} of ${rows.length} rows (${which}) now or within two hours`,
    },
    yes,
    context,
  );
}

/** What networks charge for the rows that are not drafts, on real accounts. */
async function pricesOfRows(
  rows: readonly ReadRow[],
  client: PostriderClient,
  { signal }: Context,
): Promise<string[]> {
  const accounts: Account[] = [];
  for await (const account of client.accounts.list({ limit: 100 }, { signal })) accounts.push(account);
  const charges = rows.flatMap(({ post }) => {
    if (post === null || post.scheduleMode === 'draft') return [];
    const { platform, platforms = [], accountIds = [] } = post;
    const meant = accounts.filter(
      (account) =>
        !account.simulated &&
        (account.platform === platform ||
          platforms.includes(account.platform) ||
          accountIds.some((id) => id === account.id)),
    );
    return meant.map((account) => chargeFor(account.platform, sentTexts(resolveContent(post, account))));
  });
  return chargeSentences(charges, 'for these rows in all');
}

/** Imports rows one by one, printing each result at once. */
async function importAll(
  rows: readonly ReadRow[],
  how: Importing,
  { result, stopOnError }: { readonly result: string | undefined; readonly stopOnError: boolean },
  client: PostriderClient,
  context: Context,
): Promise<readonly RowResult[]> {
  const { importRow } = await import('./import-row.js');
  const results: RowResult[] = [];
  const report = async (one: RowResult): Promise<void> => {
    results.push(one);
    const brief = one.postId === null ? [] : [one.postId];
    context.output.result({ data: one, brief, text: (screen) => rowText(one, screen) });
    if (result !== undefined) await appendFile(result, `${plainJson(one, 'line')}\n`);
  };
  let stopped = false;
  for (const row of rows) {
    if (stopped) {
      await report(notTried(row));
      continue;
    }
    try {
      const one = await importRow(row, how, client, context);
      await report(one);
      stopped = stopOnError && (one.outcome === 'refused' || one.outcome === 'unknown');
    } catch (error) {
      const { kind, message, next } = failureOf(error, false);
      throw new CliFailure(kind, `Row ${row.number} (line ${row.line}): ${message}`, {
        changed: results.some(({ outcome }) => outcome === 'created') ? 'partly' : 'nothing',
        lines: [`Rows before it: ${countWords(results)}.`],
        next: [...next, 'Run the same command to continue where it stopped. It creates nothing twice.'],
        cause: error,
      });
    }
  }
  return results;
}

function notTried({ number, line, key }: ReadRow): RowResult {
  return {
    row: number,
    line,
    outcome: 'not_tried',
    idempotencyKey: key,
    postId: null,
    status: null,
    when: null,
    code: null,
    errors: [],
    warnings: [],
  };
}
