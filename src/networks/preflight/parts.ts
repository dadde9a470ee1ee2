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

/** The length of each post of the thread and of the first comment, as the network counts. */
export function partCounts(target: PreflightTarget): FieldCount[] {
  const { content, rules } = target;
  const thread = rules.thread
    ? content.thread.flatMap((text, index) => {
        const counted = countedText(target, text);
        const before = counted.length - text.length;
        return textLimits(target).map((limit) =>
          countField(target, `thread/${index}`, counted, limit, before),
        );
      })
    : [];
  const { firstComment } = rules;
  return firstComment && content.firstComment !== null
    ? [...thread, countField(target, 'firstComment', content.firstComment, firstComment)]
    : thread;
}

/** Checks what follows the main post: the posts of a thread, by the rules of a post, and the first comment. */
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
        message: `${nameOf(target)} does not support threads, so ${content.thread.length} of the posts would be lost.`,
        actual: content.thread.length,
        fix: rules.firstComment
          ? 'Put everything into one text or a first comment, or remove the network from the post.'
          : 'Put everything into one text, or remove the network from the post.',
      }),
    ];
  }
  return content.thread.flatMap((text, index) =>
    threadPost(target, text, index).map((finding) => issueOf(target, `${pointers.thread}/${index}`, finding)),
  );
}

function threadPost(target: PreflightTarget, text: string, index: number): Finding[] {
  const { rules } = target;
  const { field } = rules.text;
  const subject = `post ${index + 2} of the thread`;
  if (text.trim() === '') {
    return [
      {
        code: 'text_required',
        message: `Post ${index + 2} of the thread is empty.`,
        field,
        fix: 'Write this post, or remove it.',
      },
    ];
  }
  const counted = countedText(target, text);
  return [
    ...textLimits(target).flatMap((limit) =>
      withinText(
        tooLong(counted, {
          subject,
          code: 'text_too_long',
          network: nameOf(target),
          limit,
          texts: target.texts,
        }),
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
  return {
    code: 'text_required',
    message: 'The first comment is empty.',
    fix: 'Write the comment, or remove it.',
  };
}

function firstComment(target: PreflightTarget, text: string): Finding[] {
  const { content, form, rules } = target;
  const rule = rules.firstComment;
  if (!rule) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `Postrider cannot add a first comment on ${nameOf(target)}, so it would be lost.`,
        fix: rules.thread ? 'Add it to the thread instead.' : 'Add it to the text, or remove it.',
      },
    ];
  }
  if (rule.notOn?.value.includes(form)) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `A ${form} on ${nameOf(target)} does not allow comments, so the first comment would be lost.`,
        field: rule.field,
        figure: rule.notOn,
        fix: 'Remove the first comment.',
      },
    ];
  }
  if (rule.notForKids && content.madeForKids === true) {
    return [
      {
        code: 'first_comment_unsupported',
        message: `${nameOf(target)} does not allow comments on videos made for kids, so the first comment would be lost.`,
        field: rule.field,
        figure: rule.notForKids,
        fix: 'Remove the first comment.',
      },
    ];
  }
  return tooLong(text, {
    subject: 'the first comment',
    code: 'text_too_long',
    network: nameOf(target),
    limit: rule,
    texts: target.texts,
  });
}
