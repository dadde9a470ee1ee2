import type { Issue, Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { boardWords } from '../../../networks/boards.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { standInNote } from '../../../networks/link-tags.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { rule } from '../layout/problem-words.js';
import { TextWarnings, VisibleText } from '../layout/visible-text.js';
import { NetworkPreview, type PreviewContext } from './network-preview.js';
import { optionName } from './option-words.js';

/** The validation of a post; a problem if the input could not be validated. */
export type CheckResult = { readonly validation: PostValidation } | { readonly problem: Problem };

/** What a form lacks before anybody has filled it in. The page asks for channels in its own words. */
export const UNFINISHED: ReadonlySet<string> = new Set(['target_required', 'text_required']);

interface PreviewProps extends PreviewContext {
  readonly checked: CheckResult;
  /** The state of the form that was checked, as the form counts its changes. */
  readonly revision?: string;
  /** The page already shows the problem. */
  readonly isErrorShown?: boolean;
}

/** What each network would show, and the problems it would find. */
export function Preview({ checked, revision = '', isErrorShown = false, ...shows }: PreviewProps) {
  return (
    <div data-revision={revision}>
      <Checked checked={checked} isErrorShown={isErrorShown} {...shows} />
    </div>
  );
}

function Checked({ checked, isErrorShown, ...shows }: Required<Omit<PreviewProps, 'revision'>>) {
  if ('problem' in checked) {
    return isErrorShown ? (
      <p class="soft">Fix the problem above to see the preview.</p>
    ) : (
      <ProblemNotice problem={checked.problem} />
    );
  }
  const check = checked.validation;
  const general = [...check.errors, ...check.warnings].filter(({ code }) => !UNFINISHED.has(code));
  return (
    <div class="stack">
      {check.duplicateOf && (
        <Notice tone="warn">
          <p>
            The same text and media are already on one of these channels:{' '}
            <a href={`/posts/${check.duplicateOf.postId}`}>view that post</a>.
          </p>
        </Notice>
      )}
      <TextWarnings texts={check.targets.map(({ text }) => text)} />
      {general.length > 0 && <Issues issues={general} />}
      {check.targets.length === 0 && <p class="soft">Choose channels to preview the post on each of them.</p>}
      {check.targets.map((target) => (
        <TargetPreviewCard target={target} {...shows} />
      ))}
    </div>
  );
}

interface TargetCardProps extends PreviewContext {
  readonly target: TargetPreview;
}

function TargetPreviewCard({ target, ...shows }: TargetCardProps) {
  const comment = target.parts.find(({ kind }) => kind === 'first_comment');
  return (
    <article
      class="preview"
      id={`check-${target.accountId}`}
      data-account={target.accountId}
      data-state={target.ok ? 'good' : 'bad'}
    >
      <div class="line preview-head">
        <NetworkMark platform={target.platform} />
        <h3 class="grow one-line">
          {PLATFORM_NAMES[target.platform]}{' '}
          <span class="soft">
            <VisibleText text={target.handle} />
          </span>
        </h3>
        <Pill tone={target.ok ? (target.warnings.length > 0 ? 'warn' : 'good') : 'bad'}>
          {verdictOf(target)}
        </Pill>
      </div>
      <Issues issues={[...target.errors, ...target.warnings]} />
      <div class="preview-sheet">
        <NetworkPreview target={target} {...shows} />
      </div>
      {comment && (
        <p class="small">
          <span class="soft">First comment:</span> <VisibleText text={comment.text} />
        </p>
      )}
      <p class="small soft preview-facts">
        {target.board && (
          <span>
            Board: <VisibleText text={boardWords(target.board)} />
          </span>
        )}
        {target.counts.map(({ field, used, max, room, unit }) => (
          <span class={room < 0 ? 'too-long' : ''}>
            {fieldName(field)}
            {room < 0 ? `${-room} over the limit of ${max}` : `${used} of ${max}`} {unitWord(unit)}
          </span>
        ))}
        {target.taggedLinks > 0 && (
          <span>
            {target.taggedLinks === 1 ? 'Its link gets' : `${target.taggedLinks} links get`} tags for web
            analytics
            {standInNote(target.text) !== null && ', with the post’s own id in place of tgt_xxx…'}
          </span>
        )}
        {target.when && (
          <span>
            Publishes <When forms={target.when} now={shows.now} />
          </span>
        )}
      </p>
    </article>
  );
}

/** What a count is of, before the figures; nothing for the text itself. */
function fieldName(field: string): string {
  const [, index] = /^thread\/(\d+)$/.exec(field) ?? [];
  if (index !== undefined) return `Post ${Number.parseInt(index, 10) + 2}: `;
  return field === 'text' ? '' : `${optionName(field)}: `;
}

function verdictOf({ ok, errors, warnings }: TargetPreview): string {
  if (ok) return warnings.length > 0 ? 'Ready, with notes' : 'Ready';
  return errors.length === 1 ? '1 problem to fix' : `${errors.length} problems to fix`;
}

function Issues({ issues }: { readonly issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul class="issues small">
      {issues.map((issue) => {
        const { message, fix } = rule(issue);
        return (
          <li class={issue.severity}>
            {message} <span class="soft">{fix}</span>
          </li>
        );
      })}
    </ul>
  );
}
