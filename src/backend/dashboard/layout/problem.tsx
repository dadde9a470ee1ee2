import type { Problem } from '../../../contract/errors.js';
import type { Person } from '../person.js';
import { Frame } from './frame.js';
import { Notice } from './parts.js';

/** Where somebody who is signed in is told that something was refused. */
export function ProblemPage({ problem, person }: { readonly problem: Problem; readonly person: Person }) {
  return (
    <Frame title={problem.title} place="/" person={person}>
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
