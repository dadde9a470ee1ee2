import type { Issue } from '../../contract/errors.js';
import type { TargetContent, TracedContent } from '../content.js';
import { placeAsWritten } from '../link-tags.js';
import type { FieldCount } from './text.js';

/** What a report says of places in texts. */
interface Places {
  readonly counts: readonly FieldCount[];
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/** A text as it was written and as it is sent. */
interface TaggedText {
  readonly field: string;
  readonly pointer: string;
  readonly written: string;
  readonly sent: string;
}

/** Lengths are counted in what is sent, but a person looks for the places in what they wrote. */
export function placesAsWritten(
  { counts, errors, warnings }: Places,
  { content, pointers }: TracedContent,
  sent: TargetContent,
): Places {
  const texts = taggedTexts({ content, pointers }, sent);
  if (texts.length === 0) return { counts, errors, warnings };
  const placed = (issue: Issue): Issue => {
    const text = texts.find(({ pointer }) => pointer === issue.pointer);
    if (text === undefined || issue.fitsUpTo === undefined) return issue;
    return { ...issue, fitsUpTo: placeAsWritten(text.written, text.sent, issue.fitsUpTo) };
  };
  return {
    counts: counts.map((count) => {
      const text = texts.find(({ field }) => field === count.field);
      if (text === undefined || count.cutAt === null) return count;
      return { ...count, cutAt: placeAsWritten(text.written, text.sent, count.cutAt) };
    }),
    errors: errors.map(placed),
    warnings: warnings.map(placed),
  };
}

/** The texts that tags change. */
function taggedTexts({ content, pointers }: TracedContent, sent: TargetContent): TaggedText[] {
  const all: TaggedText[] = [
    { field: 'text', pointer: pointers.text, written: content.text, sent: sent.text },
    ...content.thread.map((written, index) => ({
      field: `thread/${index}`,
      pointer: `${pointers.thread}/${index}`,
      written,
      sent: sent.thread[index] ?? written,
    })),
    {
      field: 'firstComment',
      pointer: pointers.firstComment,
      written: content.firstComment ?? '',
      sent: sent.firstComment ?? '',
    },
  ];
  return all.filter(({ written, sent: tagged }) => written !== tagged);
}
