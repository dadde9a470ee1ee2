import type { PostValidation } from '../../contract/posts.js';
import { handle } from '../handler.js';
import { validatePost } from '../tools/validate-post.js';
import { faultsOf, previewDetails, previewFacts, previewUntrusted, wouldBeTaken } from './post-check.js';
import { assumedFact, postRequest } from './post-request.js';
import { presentReader } from './written-time.js';

export const callValidatePost = handle(validatePost, async (input, call) => {
  const me = await call.me();
  const request = postRequest(input, presentReader(me));
  if (!request.ok) return request.refused;
  const check = await call.client.posts.validate(request.value, call.request());
  const faults = faultsOf(check);
  const ok = wouldBeTaken(check);
  const { duplicateOf } = check;
  return {
    message: `${verdict(check, faults.length)} Nothing was created.`,
    facts: {
      ok: ok && duplicateOf === null,
      scheduleMode: check.scheduleMode,
      ...previewFacts(check),
      faults: faults.length > 0 ? faults : undefined,
      duplicateOf,
      assumed: assumedFact(request.assumed),
    },
    details: previewDetails(check, input.text),
    untrusted: previewUntrusted(check),
    next: nextStep(check),
  };
});

function verdict(check: PostValidation, faults: number): string {
  if (!wouldBeTaken(check)) return `It would be refused: ${faults} fault${faults === 1 ? '' : 's'}.`;
  if (check.duplicateOf !== null) return `The same post exists already (${check.duplicateOf.status}).`;
  const flawed = check.targets.some(({ ok }) => !ok);
  return flawed ? 'It would be kept as a draft that cannot be published as it stands.' : 'It would be taken.';
}

function nextStep(check: PostValidation): string {
  if (!wouldBeTaken(check)) return 'Mend every fault, then call again.';
  if (check.duplicateOf !== null) return `postrider_get_post {"id": "${check.duplicateOf.postId}"}`;
  return 'postrider_create_post with the same arguments';
}
