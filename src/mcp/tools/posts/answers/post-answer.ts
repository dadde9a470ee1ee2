import type { Issue } from '../../../../contract/errors.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { Answer, Detail } from '../../../answers/answer.js';
import type { Facts } from '../../../answers/render-text.js';
import type { CallContext } from '../../../call-context.js';
import { issueFacts } from '../../../errors/issue-facts.js';
import { assumedFact } from '../requests/post-request.js';
import { postDetails } from './post-details.js';
import { postFacts, postUntrusted } from './post-facts.js';
import { approvalStep, nextStep, statusSentence } from './post-sentences.js';

/** The answer that shows a post. */
export function postAnswer(post: Post, detailed: boolean, message = statusSentence(post)): Answer {
  return {
    message,
    facts: postFacts(post),
    details: detailed ? postDetails(post) : draftDetails(post),
    untrusted: postUntrusted(post),
    next: nextStep(post),
  };
}

/** The text of a draft and what stops its publication: what a model needs to show it and to edit it. */
function draftDetails({ status, text, issues }: Post): Detail[] {
  if (status !== 'draft') return [];
  const otherwise = 'too long for one answer; open reviewUrl';
  const problems = eachOnce(issues.filter(({ severity }) => severity === 'error').map(issueFacts));
  return [
    { name: 'text', value: text, otherwise },
    ...(problems.length === 0 ? [] : [{ name: 'problems', value: problems, otherwise }]),
  ];
}

/** What a call that wrote a post reports besides the post. */
export interface Written {
  readonly detailed: boolean;
  readonly assumed?: readonly string[];
  /** This call's idempotency key, if it is not the one that created the post. */
  readonly idempotencyKey?: string | null | undefined;
  /** What was done, in one sentence. The post's status follows it. */
  readonly done?: string;
  /** Whether somebody other than its author has to approve each post. */
  readonly othersApprove?: boolean;
}

/** The answer that shows a post after a call changed it. */
export function writtenAnswer(
  post: Post & { readonly warnings?: readonly Issue[] },
  { detailed, assumed = [], idempotencyKey, done, othersApprove = false }: Written,
): Answer {
  const standing = statusSentence(post);
  const answer = postAnswer(post, detailed, done === undefined ? standing : `${done} ${standing}`);
  const issues = [...(post.warnings ?? []), ...post.issues];
  const of = (severity: Issue['severity']): Facts[] =>
    eachOnce(issues.filter((issue) => issue.severity === severity).map(issueFacts));
  const [problems, warnings] = [of('error'), of('warning')];
  return {
    ...answer,
    details: detailed ? postDetails(post) : [],
    next: othersApprove && post.status === 'draft' && post.ready ? approvalStep(post) : answer.next,
    facts: {
      ...answer.facts,
      ...(idempotencyKey && { idempotencyKey }),
      problems: problems.length > 0 ? problems : undefined,
      warnings: warnings.length > 0 ? warnings : undefined,
      assumed: assumedFact(assumed),
    },
  };
}

/** The same warning can come from the request and from the stored post. */
function eachOnce(facts: readonly Facts[]): Facts[] {
  return [...new Map(facts.map((one) => [JSON.stringify(one), one])).values()];
}

/** The post that was created with this idempotency key, if any. */
export async function findByKey(idempotencyKey: string, call: CallContext): Promise<Post | undefined> {
  const page = await call.client.posts.list({ idempotencyKey, limit: 1 }, call.request());
  return page.data[0];
}
