import type { Issue } from '../../contract/errors.js';
import { type Finding, issueOf, nameOf, type PreflightTarget } from './target.js';
import {
  amounts,
  countedText,
  countField,
  type FieldCount,
  refused,
  textLimits,
  tooLong,
  withinText,
} from './text.js';

/** How long each post of the thread and the first comment are, as their network counts. */
export function partCounts(target: PreflightTarget): FieldCount[] {
  const { content, rules } = target;
  const thread = rules.thread
    ? content.thread.flatMap((text, place) =>
        textLimits(target).map((limit) => countField(`thread/${place}`, countedText(target, text), limit)),
      )
    : [];
  const { firstComment } = rules;
  return firstComment && content.firstComment !== null
    ? [...thread, countField('firstComment', content.firstComment, firstComment)]
    : thread;
}

/** Checks what follows the main post: each post of a thread by the rules of a post, and the first comment. */
export function partIssues(target: PreflightTarget): Issue[] {
  return [...threadIssues(target), ...firstCommentIssues(target)];
}

function threadIssues(target: PreflightTarget): Issue[] {
  const { content, rules, pointers } = target;
  if (content.thread.length === 0) return [];
  if (!rules.thread) {
    return [
      issueOf(target, pointers.thread, {
        code: 'thread_unsupported',
        message: `${nameOf(target)} has no threads: ${content.thread.length} of the posts would be lost.`,
        actual: content.thread.length,
        fix: rules.firstComment
          ? 'Put it all into one text or a first comment, or leave the network out.'
          : 'Put it all into one text, or leave the network out.',
      }),
    ];
  }
  return content.thread.flatMap((text, place) =>
    threadPost(target, text, place).map((finding) => issueOf(target, `${pointers.thread}/${place}`, finding)),
  );
}

function threadPost(target: PreflightTarget, text: string, place: number): Finding[] {
  const { rules } = target;
  const { field } = rules.text;
  const subject = `post ${place + 2} of the thread`;
  if (text.trim() === '') {
    return [
      { code: 'text_required', message: `The ${subject} is empty.`, field, fix: 'Write it, or remove it.' },
    ];
  }
  const counted = countedText(target, text);
  return [
    ...textLimits(target).flatMap((limit) =>
      withinText(
        tooLong(counted, { subject, code: 'text_too_long', network: nameOf(target), limit }),
        counted.length - text.length,
      ),
    ),
    ...refused(text, field, rules.text.refused, nameOf(target)),
    ...amounts(target, text, null),
  ];
}

function firstCommentIssues(target: PreflightTarget): Issue[] {
  const { content, pointers, rules } = target;
  const text = content.firstComment;
  if (text === null) return [];
  const findings = firstComment(target, text);
  return [...findings, ...(rules.firstComment && text.trim() === '' ? [emptyComment()] : [])].map((finding) =>
    issueOf(target, pointers.firstComment, finding),
  );
}

function emptyComment(): Finding {
  return { code: 'text_required', message: 'The first comment is empty.', fix: 'Write it, or leave it out.' };
}

function firstComment(target: PreflightTarget, text: string): Finding[] {
  const { content, form, rules } = target;
  const rule = rules.firstComment;
  if (!rule) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `No first comment can be made on ${nameOf(target)}: it would be lost.`,
        fix: rules.thread ? 'Make it the post of a thread.' : 'Put it into the text, or leave it out.',
      },
    ];
  }
  if (rule.notOn?.value.includes(form)) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `A ${form} on ${nameOf(target)} takes no comments: it would be lost.`,
        field: rule.field,
        figure: rule.notOn,
        fix: 'Leave the first comment out.',
      },
    ];
  }
  if (rule.notForKids && content.madeForKids === true) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `${nameOf(target)} takes no comments on videos made for children: it would be lost.`,
        field: rule.field,
        figure: rule.notForKids,
        fix: 'Leave the first comment out.',
      },
    ];
  }
  return tooLong(text, {
    subject: 'first comment',
    code: 'text_too_long',
    network: nameOf(target),
    limit: rule,
  });
}
