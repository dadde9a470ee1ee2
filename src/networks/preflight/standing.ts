import type { Issue } from '../../contract/errors.js';
import { postRefusals, postStanding } from '../access.js';
import { sentTexts } from '../charges.js';
import { ACCOUNT_STANDING, LIMITED_VISIBILITY } from '../who-sees.js';
import { goesToInbox, issueOf, type PreflightTarget } from './target.js';

/**
 * What to know before this post is published: its price, who can see it, or that its app may not publish it. Simulated
 * accounts have none.
 */
export function standingIssues(target: PreflightTarget): Issue[] {
  const { account, content } = target;
  if (account.appReview === undefined) return [];
  // A draft in the app of the network has no privacy yet.
  const privacy = goesToInbox(target) ? null : content.privacy;
  const [, ...after] = sentTexts(content);
  const facts = { text: content.text, thread: after, privacy };
  const refused = postRefusals(account.platform, account.appReview, facts).map(({ message, fix }) =>
    issueOf(target, undefined, { code: 'option_invalid', message, fix }),
  );
  const known = postStanding(account.platform, account.appReview, facts).map(({ sentence, limitsWhoSees }) =>
    issueOf(target, undefined, {
      code: limitsWhoSees ? LIMITED_VISIBILITY : ACCOUNT_STANDING,
      severity: 'warning',
      message: sentence,
    }),
  );
  return [...refused, ...known];
}
