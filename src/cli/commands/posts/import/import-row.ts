import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { showHidden } from '../../../../base/hidden-characters.js';
import { textsIn, textWarnings } from '../../../../base/text-warnings.js';
import type { PostriderClient } from '../../../../client/client.js';
import { ApiError, AuthenticationError, PermissionError } from '../../../../client/errors/api-errors.js';
import {
  AbortedError,
  OutcomeUnknownError,
  PostriderError,
  UnexpectedAnswerError,
} from '../../../../client/errors/errors.js';
import { type Issue, issueText } from '../../../../contract/errors.js';
import type { CreatePost } from '../../../../contract/posts/content.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { toFileWording } from '../../../api-to-cli-words.js';
import type { Context } from '../../../context.js';
import type { AccountNames } from '../../../input/accounts.js';
import type { TimeReader } from '../../../input/chosen-time.js';
import { withAccountIds } from './account-fields.js';
import { faultLine, InvalidPost, inFileNames, type ParsedPost } from './parsed-post.js';
import { readPostFields } from './post-fields.js';
import { checkFiles, type TimedPost, withStoredMedia, withTimes } from './prepare-post.js';
import { asProposal } from './proposal.js';
import type { RowResult } from './row-result.js';
import type { Row } from './rows.js';

/** How often a row waits when rate limited. */
const MAX_WAITS = 30;

/** The longest wait if the response has no Retry-After. */
const MAX_WAIT_SECONDS = 60;

/** A row read as a post, or the reasons why it cannot be. */
export type ReadRow = Row & { readonly key: string } & (
    | { readonly post: CreatePost; readonly soon: boolean; readonly errors: null }
    | { readonly post: null; readonly soon: false; readonly errors: readonly string[] }
  );

/** How to import rows. */
export interface Importing {
  readonly importId: string;
  /** The base of relative media paths. */
  readonly folder: string;
  readonly dryRun: boolean;
  readonly allowDuplicate: boolean;
  /** Whether posts with a time are saved as drafts that propose it. */
  readonly onlyProposes: boolean;
}

/**
 * Reads a row as a post. Its idempotency key is derived from its content, so the same row is imported only once.
 *
 * @param occurrence the number of this row among identical rows, from 1
 */
export async function readRow(
  row: Row,
  occurrence: number,
  readTime: TimeReader,
  names: AccountNames,
  { importId, folder, onlyProposes }: Importing,
): Promise<ReadRow> {
  const hash = createHash('sha256').update(`${importId}\n${occurrence}\n${row.written}`).digest('hex');
  const key = `import/${hash.slice(0, 40)}`;
  try {
    const reading = readPostFields(await withAccountIds(row.fields(), names));
    if (!reading.ok) throw new InvalidPost(reading.faults);
    const timed = await preparedPost(reading.written, readTime, folder);
    const post = onlyProposes ? asProposal(timed.post) : timed.post;
    const soon = timed.soon && !onlyProposes;
    return { ...row, key: reading.written.idempotencyKey ?? key, post, soon, errors: null };
  } catch (error) {
    if (!(error instanceof InvalidPost)) throw error;
    return { ...row, key, post: null, soon: false, errors: error.faults.map(faultLine) };
  }
}

/** Resolves its times and checks its files. @throws InvalidPost with the field names of the row */
async function preparedPost(written: ParsedPost, readTime: TimeReader, folder: string): Promise<TimedPost> {
  try {
    const timed = withTimes(written.post, readTime);
    await checkFiles(timed.post, folder);
    return timed;
  } catch (error) {
    throw error instanceof InvalidPost ? inFileNames(error, written) : error;
  }
}

/**
 * Creates or validates the post of a row. A post created earlier with its key is never created again.
 *
 * @throws PostriderError if every other row would fail too: no connection, no permission, interrupted
 */
export async function importRow(
  row: ReadRow,
  how: Importing,
  client: PostriderClient,
  context: Context,
): Promise<RowResult> {
  const { number, line, key: idempotencyKey, post } = row;
  const warnings = warningsOf(post);
  const empty = {
    ...{ row: number, line, idempotencyKey, warnings },
    ...{ postId: null, status: null, when: null, code: null },
  };
  if (post === null) return { ...empty, outcome: 'refused', code: 'row_invalid', errors: row.errors };
  try {
    return await retryRateLimited(context, async (): Promise<RowResult> => {
      const { signal } = context;
      const found = await client.posts.list({ idempotencyKey, limit: 1 }, { signal });
      const [earlier] = found.data;
      if (earlier !== undefined) {
        const { id: postId, status } = earlier;
        return { ...empty, outcome: 'already_there', postId, status, when: timeOf(earlier), errors: [] };
      }
      const stored = await withStoredMedia(post, how.folder, client, context);
      if (how.dryRun) {
        const { allowDuplicate: _, ...draft } = stored;
        const check = await client.posts.validate(draft, { signal });
        const errors = [...check.errors, ...check.targets.flatMap(({ errors }) => errors)].map(faultText);
        const twice = check.duplicateOf !== null && !how.allowDuplicate && !post.allowDuplicate;
        const same = twice ? [`${check.duplicateOf?.postId} has the same text and media.`] : [];
        const when = check.when === null ? null : check.when.local;
        const isAccepted = check.ok && !twice;
        if (isAccepted) return { ...empty, outcome: 'would_be_accepted', when, errors };
        return { ...empty, outcome: 'refused', when, code: 'rules_violated', errors: [...errors, ...same] };
      }
      const body = { ...stored, ...(how.allowDuplicate && { allowDuplicate: true }) };
      const created = await client.posts.create(body, { idempotencyKey, signal });
      const { id: postId, status, issues } = created;
      const lacking = issues.filter(({ severity }) => severity === 'error');
      return {
        ...empty,
        outcome: 'created',
        postId,
        status,
        when: timeOf(created),
        errors: lacking.map(faultText),
      };
    });
  } catch (error) {
    if (error instanceof OutcomeUnknownError)
      return { ...empty, outcome: 'unknown', code: 'outcome_unknown', errors: [error.message] };
    if (!(error instanceof PostriderError) || stopsImport(error)) throw error;
    if (!(error instanceof ApiError))
      return { ...empty, outcome: 'refused', code: error.name, errors: [error.message] };
    const { code, detail, errors } = error;
    return {
      ...empty,
      outcome: 'refused',
      code,
      errors: errors.length > 0 ? errors.map(faultText) : [toFileWording(detail)],
    };
  }
}

/** When it will be published, or what a draft proposes: local time with its zone. */
function timeOf({ when, proposed }: Pick<Post, 'when' | 'proposed'>): string | null {
  return (when ?? proposed?.when)?.local ?? null;
}

/** Hidden characters around the first of them, in code points. */
const SHOWN_HIDDEN = /.{0,40}⟨U\+[0-9A-F]+⟩.{0,60}/su;

/** What a person should know of the texts of a row, with the place of the first hidden character. */
function warningsOf(post: CreatePost | null): readonly string[] {
  const texts = textsIn(post);
  const shown = texts.flatMap((text) => {
    const visible = showHidden(text);
    const place = visible === text ? undefined : SHOWN_HIDDEN.exec(visible)?.[0];
    return place === undefined ? [] : [`“${place}”`];
  });
  return [...textWarnings(texts), ...(shown[0] === undefined ? [] : [`It reads ${shown[0]}.`])];
}

/** A broken rule of a row: at which network, what, and how to fix it. */
function faultText({ platform, ...issue }: Issue): string {
  const text = toFileWording(issueText(issue));
  return platform === undefined ? text : `${platform}: ${text}`;
}

/** Whether every other row would fail the same way. */
function stopsImport(error: PostriderError): boolean {
  if (error instanceof AbortedError || error instanceof AuthenticationError) return true;
  if (error instanceof PermissionError) return error.code !== 'other_approver_required';
  return !(error instanceof ApiError) && error.operation !== 'media.create' && !error.sent;
}

/** Retries when rate limited, after the time that the response asks for. */
async function retryRateLimited<Result>(
  { output, signal }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await work();
    } catch (error) {
      const isRateLimited =
        (error instanceof ApiError || error instanceof UnexpectedAnswerError) && error.status === 429;
      if (!isRateLimited || waited >= MAX_WAITS) throw error;
      const seconds = error.retryAfterSeconds ?? Math.min(MAX_WAIT_SECONDS, 2 ** waited);
      output.note(`Rate limited: continuing in ${seconds} s.`);
      await sleep(seconds * 1000, undefined, { signal });
    }
  }
}
