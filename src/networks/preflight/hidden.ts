import type { Issue } from '../../contract/errors.js';
import { issueOf, type PreflightTarget } from './target.js';
import { showsText } from './text.js';

/** Warns of characters that nothing shows: with them, a text says something else than what people read. */
export function hiddenIssues(target: PreflightTarget): Issue[] {
  const { content, pointers } = target;
  const fields: readonly (readonly [subject: string, pointer: string, text: string | null])[] = [
    ['The text', pointers.text, showsText(target) ? content.text : null],
    ['The title', pointers.title, content.title],
    ...content.thread.map(
      (text, index) => [`Post ${index + 2} of the thread`, `${pointers.thread}/${index}`, text] as const,
    ),
    ['The first comment', pointers.firstComment, content.firstComment],
    ...content.altTexts.map(
      (text, index) => [`Alt text ${index + 1}`, `${pointers.altTexts}/${index}`, text] as const,
    ),
  ];
  return fields.flatMap(([subject, pointer, text]) => {
    if (text === null) return [];
    const { count, kinds } = target.texts.hidden(text);
    if (count === 0) return [];
    const characters = count === 1 ? 'an invisible character' : `${count} invisible characters`;
    return [
      issueOf(target, pointer, {
        code: 'invisible_characters',
        severity: 'warning',
        message: `${subject} contains ${characters} (${kinds.join(', ')}).`,
        actual: count,
        fix: 'Remove what you did not put there on purpose.',
      }),
    ];
  });
}
