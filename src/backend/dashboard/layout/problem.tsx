import type { Problem } from '../../../contract/errors.js';
import type { User } from '../user.js';
import { Frame, PlainFrame } from './frame.js';
import { Empty, Notice } from './parts.js';
import { wordsFor } from './problem-words.js';

/** From this status on it is no fault of the person. */
const FAULT = 500;

/** Where somebody who is signed in is finish that something was refused. */
export function ProblemPage({ problem, user }: { readonly problem: Problem; readonly user: User }) {
  const title = problem.code === 'validation_failed' ? 'That cannot be done like this' : problem.title;
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
  /** Null: nobody is signed in, or it was not looked up. */
  readonly user: User | null;
  readonly path: string;
}

/** What a browser shows at an address that has no page, or that failed. */
export function LostPage({ problem, user, path }: LostProps) {
  const isMissing = problem.code === 'not_found';
  const title = isMissing ? 'There is no page here' : problem.title;
  const text = isMissing ? (
    <Empty title="Nothing stands at this address">
      <p class="words">{path}</p>
      <p>It may be mistyped, or from an older message.</p>
      <a class="button" href="/">
        {user ? 'To Today' : 'To the first page'}
      </a>
    </Empty>
  ) : (
    <>
      <ProblemNotice problem={problem} />
      <p>
        <a href="/">To the first page</a>
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

/** The same at the corner of a page that stays as it is. */
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
  /** Where what was changed in the meantime stands, on the page of a form that keeps what was written. */
  readonly newest?: string | null;
}

/** The same on the page that it belongs to. */
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
      Somebody changed it while you wrote, so nothing was done. What you wrote stands here.{' '}
      <a href={newest} target="_blank" rel="noopener">
        Look at theirs
      </a>
      ; send yours again, and it takes its place.
    </p>
  );
}

function ProblemText({ problem }: { readonly problem: Problem }) {
  const { words, rules } = wordsFor(problem);
  return (
    <>
      <p role="alert">{words}</p>
      {rules.length > 0 && (
        <ul>
          {rules.map((rule) => (
            <li>{rule}</li>
          ))}
        </ul>
      )}
      {problem.existingPostId !== undefined && (
        <p>
          <a href={`/posts/${problem.existingPostId}`}>See that post</a>
        </p>
      )}
      {problem.status >= FAULT && <p class="soft small">For whoever looks into it: {problem.requestId}</p>}
    </>
  );
}
