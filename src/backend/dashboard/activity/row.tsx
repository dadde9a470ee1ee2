import type { ActivityEntry, ActivityResult } from '../../../contract/service/activity.js';
import { timeForms } from '../../../time/forms.js';
import { spokenTime, timeOf } from '../layout/local-times.js';
import { Pill, type Tone } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import type { ObjectName } from './object-names.js';
import { type Sentence, sentenceOf } from './sentences.js';

const FAULTS: Readonly<Partial<Record<ActivityResult, { readonly words: string; readonly tone: Tone }>>> = {
  refused: { words: 'Refused', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
};

interface ActivityRowProps {
  readonly entry: ActivityEntry;
  /** The object of the call, if it still exists. */
  readonly object: ObjectName | undefined;
  readonly user: User;
}

/** One call as a sentence: who did what, or could not, and why. */
export function ActivityRow({ entry, object, user }: ActivityRowProps) {
  const fault = FAULTS[entry.result];
  const forms = timeForms(Date.parse(entry.at), user.workspace.timezone, user.now);
  return (
    <li id={entry.id} class={entry.kind === 'read' && fault === undefined ? 'read-call' : undefined}>
      <div class="line">
        <p class="grow words">
          <strong>{actorOf(entry, user)}</strong> <Told entry={entry} object={object} user={user} />
        </p>
        {fault !== undefined && <Pill tone={fault.tone}>{fault.words}</Pill>}
      </div>
      {fault !== undefined && entry.summary !== '' && (
        <p class="words small">
          <VisibleText text={entry.summary} />
        </p>
      )}
      <div class="line small soft">
        <time datetime={forms.utc} title={`${forms.local} (${forms.relative}), request ${entry.requestId}`}>
          {timeOf(forms)}
        </time>
        <code title={entry.route}>{entry.tool ?? entry.route}</code>
        {entry.code !== null && (
          <span>
            {entry.status} <code>{entry.code}</code>
          </span>
        )}
      </div>
    </li>
  );
}

/** The key’s name; `You` in the dashboard. */
function actorOf({ key }: ActivityEntry, { keyId }: User): string {
  if (key === null) return 'A deleted key';
  return key.id === keyId ? 'You' : key.label;
}

/** What the key did; of an operation that the API no longer has, what the log says. */
function Told({ entry, object, user }: ActivityRowProps) {
  const sentence = sentenceOf(entry);
  if (sentence === null) return <VisibleText text={entry.summary || `called ${entry.operation}`} />;
  const [before, generic, after] = partsOf(sentence, entry);
  const text = (words: string) => <VisibleText text={withLocalTimes(words, user)} />;
  return (
    <>
      {text(before)}
      {object === undefined || generic === null ? (
        text(generic ?? '')
      ) : (
        <>
          {object.noun}
          <ObjectLink object={object} />
        </>
      )}
      {text(after)}
    </>
  );
}

function ObjectLink({ object: { name, path } }: { readonly object: ObjectName }) {
  const shown = <VisibleText text={name} />;
  return path === null ? shown : <a href={path}>{shown}</a>;
}

/** The sentence before, in and after the braces. An object that is gone has the name that the log kept, if it did. */
function partsOf(
  [infinitive, past, rest]: Sentence,
  { result, summary }: ActivityEntry,
): readonly [before: string, generic: string | null, after: string] {
  const verb = result === 'done' ? past : `could not ${infinitive}`;
  const [, before = '', noun, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(rest) ?? [];
  if (noun === undefined) return [`${verb} ${rest}`, null, ''];
  const kept = result === 'done' ? /^\w+ (“[^”]+”)/.exec(summary)?.[1] : undefined;
  return [
    `${verb} ${before}`,
    kept === undefined ? noun : noun.replace(/^an? (.+)$/s, `the $1 ${kept}`),
    after,
  ];
}

const INSTANTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

function withLocalTimes(text: string, { workspace, now }: User): string {
  return text.replaceAll(INSTANTS, (utc) => spokenTime({ utc, timezone: workspace.timezone }, now));
}
