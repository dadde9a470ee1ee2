import { OPERATIONS } from '../../../contract/operations.js';
import type { ActivityEntry, ActivityResult } from '../../../contract/service/activity.js';
import { timeForms } from '../../../time/forms.js';
import { Pill, type Tone, When } from '../layout/parts.js';
import type { User } from '../user.js';
import { objectPath } from './object-path.js';

const RESULT_WORDS: Readonly<Record<ActivityResult, { readonly words: string; readonly tone: Tone }>> = {
  done: { words: 'Done', tone: 'good' },
  refused: { words: 'Refused', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
};

/** One call: its key, its tool or route, and what it changed or why it failed. */
export function ActivityRow({ entry, user }: { readonly entry: ActivityEntry; readonly user: User }) {
  const { words, tone } = RESULT_WORDS[entry.result];
  const did = entry.summary || wordsOf(entry.operation);
  const isRead = entry.kind === 'read' && entry.result === 'done';
  return (
    <li id={entry.id}>
      <div class="line">
        <div class="grow">
          <strong>{entry.key?.label ?? 'Deleted key'}</strong>{' '}
          {entry.tool === null ? (
            <code class="soft">{entry.route}</code>
          ) : (
            <code class="soft" title={entry.route}>
              {entry.tool}
            </code>
          )}
        </div>
        <Pill tone={isRead ? 'plain' : tone}>{isRead ? 'Read' : words}</Pill>
      </div>
      {did !== '' && <p class="words">{did}</p>}
      <div class="line small soft">
        {entry.objectId !== null && <ObjectLink id={entry.objectId} />}
        {entry.code !== null && (
          <span>
            {entry.status} <code>{entry.code}</code>
          </span>
        )}
        <span class="end" title={`Request ${entry.requestId}`}>
          <When forms={timeForms(Date.parse(entry.at), user.workspace.timezone, user.now)} now={user.now} />
        </span>
      </div>
    </li>
  );
}

/** The summary of an operation; empty if the API no longer has it. */
function wordsOf(operation: string): string {
  const known: Readonly<Record<string, { readonly summary: string } | undefined>> = OPERATIONS;
  return known[operation]?.summary ?? '';
}

function ObjectLink({ id }: { readonly id: string }) {
  const path = objectPath(id);
  return path === null ? (
    <code>{id}</code>
  ) : (
    <a href={path}>
      <code>{id}</code>
    </a>
  );
}
