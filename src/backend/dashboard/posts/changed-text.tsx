import { VisibleText } from '../layout/visible-text.js';

/** Words that are shown before and after what has changed, in characters. */
const CONTEXT = 60;

/** What has changed in a text is shown in at most this many characters each. */
const MAX_SHOWN = 1_000;

interface ChangedTextProps {
  readonly from: string;
  readonly to: string;
}

/** A text before and after a change: what was taken out and what was put in, between what has stayed. */
export function ChangedText({ from, to }: ChangedTextProps) {
  const { before, removed, added, after } = changeOf(from, to);
  return (
    <p class="words changed-text">
      {before.length > CONTEXT && '…'}
      <VisibleText text={before.slice(-CONTEXT)} />
      {removed !== '' && (
        <del>
          <VisibleText text={cut(removed)} />
        </del>
      )}
      {added !== '' && (
        <ins>
          <VisibleText text={cut(added)} />
        </ins>
      )}
      <VisibleText text={after.slice(0, CONTEXT)} />
      {after.length > CONTEXT && '…'}
    </p>
  );
}

interface Change {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Compares from both ends, in whole words, so that the work grows with the texts and no faster. */
export function changeOf(from: string, to: string): Change {
  const old = from.split(WORD_ENDS);
  const now = to.split(WORD_ENDS);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return {
    before: old.slice(0, start).join(''),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    after: old.slice(old.length - end).join(''),
  };
}

const WORD_ENDS = /(\s)/;

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
