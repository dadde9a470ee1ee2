import type { Issue, Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { NetworkMark, Notice, Pill, When } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { rule } from '../layout/problem-words.js';

/** What the networks would make of a post; a problem where it is written so that it could not even be looked at. */
export type CheckResult = { readonly validation: PostValidation } | { readonly problem: Problem };

interface CheckProps {
  readonly checked: CheckResult;
  readonly now: number;
  /** The page tells already why it cannot be looked at. */
  readonly isErrorShown?: boolean;
}

/** What each network would make of the post as it is written so far. */
export function Check({ checked, now, isErrorShown = false }: CheckProps) {
  if ('problem' in checked) {
    return isErrorShown ? (
      <p class="soft">Mend what is said above, and what each would show stands here.</p>
    ) : (
      <ProblemNotice problem={checked.problem} />
    );
  }
  const check = checked.validation;
  const general = [...check.errors, ...check.warnings].filter(({ code }) => code !== 'target_required');
  return (
    <div class="stack">
      {check.duplicateOf && (
        <Notice tone="warn">
          <p>
            The same text and media are on one of these channels already:{' '}
            <a href={`/posts/${check.duplicateOf.postId}`}>see that post</a>.
          </p>
        </Notice>
      )}
      {general.length > 0 && <Issues issues={general} />}
      {check.targets.length === 0 && (
        <p class="soft">Choose channels, and what each would show stands here, counted as it counts.</p>
      )}
      {check.targets.map((target) => (
        <TargetCheck target={target} now={now} />
      ))}
    </div>
  );
}

function TargetCheck({ target, now }: { readonly target: TargetPreview; readonly now: number }) {
  return (
    <article class={`card preview ${target.platform}`} id={`check-${target.accountId}`}>
      <div class="line">
        <NetworkMark platform={target.platform} />
        <h3 class="grow one-line">
          {PLATFORM_NAMES[target.platform]} <span class="soft">{target.handle}</span>
        </h3>
        <Pill tone={target.ok ? (target.warnings.length > 0 ? 'warn' : 'good') : 'bad'}>
          {target.ok ? (target.warnings.length > 0 ? 'Goes, with a note' : 'Fits') : 'Does not go'}
        </Pill>
      </div>
      <p class="words preview-text">{target.text}</p>
      {target.counts.map(({ field, used, max, room, unit }) => (
        <div class="small count-line">
          <meter
            min={0}
            max={max}
            high={max * 0.9}
            optimum={0}
            value={Math.min(used, max)}
            aria-label={`${field}: used`}
          >
            {used} of {max}
          </meter>
          <span class={room < 0 ? 'too-long' : 'soft'}>
            {field === 'text' ? '' : `${field}: `}
            {room < 0 ? `${-room} too many of ${max}` : `${used} of ${max}`} {unitWord(unit)}
          </span>
        </div>
      ))}
      {target.when && (
        <p class="small soft">
          Goes out <When forms={target.when} now={now} />
        </p>
      )}
      <Issues issues={[...target.errors, ...target.warnings]} />
    </article>
  );
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
