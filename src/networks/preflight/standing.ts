import type { Issue } from '../../contract/errors.js';
import { postStanding } from '../access.js';
import { ACCOUNT_STANDING, LIMITED_VISIBILITY } from '../who-sees.js';
import { issueOf, type PreflightTarget } from './target.js';

/** What to know before this post is published: its price, or who can see it. Simulated accounts have none. */
export function standingIssues(target: PreflightTarget): Issue[] {
  const { account, content } = target;
  if (account.appReview === undefined) return [];
  const facts = { text: content.text, thread: content.thread, privacy: content.privacy };
  return postStanding(account.platform, account.appReview, facts).map(({ sentence, limitsWhoSees }) =>
    issueOf(target, undefined, {
      code: limitsWhoSees ? LIMITED_VISIBILITY : ACCOUNT_STANDING,
      severity: 'warning',
      message: sentence,
    }),
  );
}
