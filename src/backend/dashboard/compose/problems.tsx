import type { Issue } from '../../../contract/errors.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { TargetPreview } from '../../../contract/posts/posts.js';
import { rule } from '../layout/problem-words.js';
import { type CheckResult, UNFINISHED } from './preview.js';
import { notesIn } from './standing-notes.js';
import { SplitAct } from './thread-buttons.js';

/** Problems named in the footer; the others are counted. */
const MAX_NAMED = 2;

interface ProblemsProps {
  readonly checked: CheckResult;
  /** Replaces the problems of the page, in the answer to a validation. */
  readonly isUpdate?: boolean;
}

interface PlacedProblem {
  readonly accountId: string | null;
  readonly field: string;
  readonly words: string;
  /** The target, if its text can be split. */
  readonly split: TargetPreview | null;
}

/**
 * What keeps the post from being published, in a line: each problem leads to its field. Without problems, what to know
 * before publishing: a price, or who can see the post.
 */
export function Problems({ checked, isUpdate = false }: ProblemsProps) {
  const problems = problemsIn(checked);
  const named = problems.slice(0, MAX_NAMED);
  const notes = problems.length === 0 ? notesIn(checked) : [];
  const isChosen = 'validation' in checked && checked.validation.targets.length > 0;
  return (
    <div
      id="problems"
      class="problems small"
      role="status"
      {...(isUpdate && { 'hx-swap-oob': 'outerMorph' })}
    >
      {named.map(({ accountId, field, words, split }) => (
        <span class="problem">
          <a
            class="one-line"
            href={accountId === null ? '#check' : `#check-${accountId}`}
            data-problem={accountId ?? 'all'}
            data-field={field}
            title={words}
          >
            {words}
          </a>
          {split && <SplitAct target={split} />}
        </span>
      ))}
      {problems.length > named.length && <span>{`and ${problems.length - named.length} more`}</span>}
      {notes.map(({ accountId, words, sentence }) => (
        <a class="note" href={`#check-${accountId}`} title={sentence}>
          {words}
        </a>
      ))}
      {problems.length === 0 && notes.length === 0 && isChosen && (
        <span class="fits">Ready on every channel</span>
      )}
    </div>
  );
}

function problemsIn(checked: CheckResult): PlacedProblem[] {
  if ('problem' in checked) return [];
  const { errors, targets } = checked.validation;
  return [
    ...errors
      .filter(({ code }) => !UNFINISHED.has(code))
      .map((issue) => ({
        accountId: null,
        field: fieldOf(issue.pointer),
        words: rule(issue).message,
        split: null,
      })),
    ...targets.flatMap((target) => {
      const { accountId, platform, errors: own, counts } = target;
      return own.map((issue) => ({
        accountId,
        field: fieldOf(issue.pointer),
        words: problemWords(issue, platform, counts),
        split: issue.code === 'text_too_long' ? target : null,
      }));
    }),
  ];
}

function problemWords(
  issue: Issue,
  platform: Platform,
  counts: readonly { readonly field: string; readonly room: number }[],
): string {
  const name = PLATFORM_NAMES[platform];
  const over = counts.find(({ field, room }) => field === fieldOf(issue.pointer) && room < 0);
  if (issue.code === 'text_too_long' && over) return `${name}: ${-over.room} too long`;
  return `${name}: ${rule(issue).message}`;
}

/**
 * The name of the form’s field that a JSON pointer into the post leads to: `/overrides/0/options/tags` is `tags`,
 * `/overrides/0/thread/1` is `thread/1`.
 */
function fieldOf(pointer: string | null | undefined): string {
  const [, first = '', , second = '', third = ''] = (pointer ?? '').split('/');
  if (first !== 'overrides') return first;
  if (second === 'thread' && third !== '') return `thread/${third}`;
  return second === 'options' ? third : second;
}
