import type { Problem } from '../../../contract/errors.js';
import type { User } from '../user.js';
import { Frame, PlainFrame } from './frame.js';
import { Empty, Notice } from './parts.js';
import { wordsFor } from './problem-words.js';
import { VisibleText } from './visible-text.js';

/** From this status on, the error is ours. */
const FAULT = 500;

/** A refused request, as a page of its own. */
export function ProblemPage({ problem, user }: { readonly problem: Problem; readonly user: User }) {
  const title = problem.code === 'validation_failed' ? 'Check what you entered' : problem.title;
  return (
    <Frame title={title} place={null} user={user}>
      <div class="stack">
        <h1>{title}</h1>
        <ProblemNotice problem={problem} />
        <p>
          <a href="/">Back to Today</a>
        </p>
      </div>
    </Frame>
  );
}

interface LostProps {
  readonly problem: Problem;
  /** Null if nobody is signed in, or the session was not read. */
  readonly user: User | null;
  readonly path: string;
}

/** Whether an address has no page: nothing is there, or only forms are sent to it. */
export function isNowhere({ code }: Problem): boolean {
  return code === 'not_found' || code === 'method_not_allowed';
}

/** An address that has no page, or that failed. */
export function LostPage({ problem, user, path }: LostProps) {
  const isMissing = isNowhere(problem);
  const title = isMissing ? 'Page not found' : problem.title;
  const text = isMissing ? (
    <Empty title="There is nothing at this address">
      <p class="words">{path}</p>
      <p>The address may be mistyped or out of date.</p>
      <a class="button" href="/">
        {user ? 'Go to Today' : 'Go to the home page'}
      </a>
    </Empty>
  ) : (
    <>
      <ProblemNotice problem={problem} />
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </>
  );
  const body = (
    <div class="stack">
      <h1>{title}</h1>
      {text}
    </div>
  );
  if (!user) return <PlainFrame title={title}>{body}</PlainFrame>;
  return (
    <Frame title={title} place={null} user={user}>
      {body}
    </Frame>
  );
}

/** A refused request, as a toast. */
export function ProblemToast({ problem }: { readonly problem: Problem }) {
  return (
    <div class="toast notice bad" data-toast>
      <p>
        <strong>{problem.title}</strong>
      </p>
      <ProblemText problem={problem} />
    </div>
  );
}

interface ProblemNoticeProps {
  readonly problem: Problem;
  /** Where to see the version that somebody else saved, if the form keeps what the user entered. */
  readonly newest?: string | null;
}

/** A refused request, on the page of its form. */
export function ProblemNotice({ problem, newest = null }: ProblemNoticeProps) {
  const isOld = newest !== null && problem.code === 'version_conflict';
  return (
    <Notice tone="bad">
      {isOld ? <VersionConflict newest={newest} /> : <ProblemText problem={problem} />}
    </Notice>
  );
}

function VersionConflict({ newest }: { readonly newest: string }) {
  return (
    <p role="alert">
      Somebody else saved changes while you were editing, so yours were not saved. They are still in the form.{' '}
      <a href={newest} target="_blank" rel="noopener">
        View the saved version
      </a>
      , or save again to replace it.
    </p>
  );
}

function ProblemText({ problem }: { readonly problem: Problem }) {
  const { words, rules } = wordsFor(problem);
  return (
    <>
      <p role="alert">
        <VisibleText text={words} />
      </p>
      {rules.length > 0 && (
        <ul>
          {rules.map((rule) => (
            <li>
              <VisibleText text={rule} />
            </li>
          ))}
        </ul>
      )}
      {problem.existingPostId !== undefined && (
        <p>
          <a href={`/posts/${problem.existingPostId}`}>View that post</a>
        </p>
      )}
      {problem.status >= FAULT && <p class="soft small">Request ID: {problem.requestId}</p>}
    </>
  );
}
