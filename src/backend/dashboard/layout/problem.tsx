import type { Problem } from '../../../contract/errors.js';
import type { Person } from '../person.js';
import { Frame, PlainFrame } from './frame.js';
import { Empty, Notice } from './parts.js';

/** Where somebody who is signed in is told that something was refused. */
export function ProblemPage({ problem, person }: { readonly problem: Problem; readonly person: Person }) {
  return (
    <Frame title={problem.title} place={null} person={person}>
      <div class="stack">
        <h1>{problem.title}</h1>
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
  readonly person: Person | null;
  readonly path: string;
}

/** What a browser shows at an address that has no page, or that failed. */
export function LostPage({ problem, person, path }: LostProps) {
  const isMissing = problem.code === 'not_found';
  const title = isMissing ? 'There is no page here' : problem.title;
  const text = isMissing ? (
    <Empty title="Nothing stands at this address">
      <p class="words">{path}</p>
      <p>It may be mistyped, or from an older message.</p>
      <a class="button" href="/">
        {person ? 'To Today' : 'To the first page'}
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
  if (!person) return <PlainFrame title={title}>{body}</PlainFrame>;
  return (
    <Frame title={title} place={null} person={person}>
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

/** The same on the page that it belongs to. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  return (
    <Notice tone="bad">
      <ProblemText problem={problem} />
    </Notice>
  );
}

function ProblemText({ problem }: { readonly problem: Problem }) {
  const issues = (problem.errors ?? []).filter((issue) => !problem.detail.startsWith(issue.message));
  return (
    <>
      <p>{problem.detail}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map((issue) => (
            <li>
              {issue.message} {issue.fix}
            </li>
          ))}
        </ul>
      )}
      <p class="soft small">
        {problem.code} · {problem.requestId}
      </p>
    </>
  );
}
