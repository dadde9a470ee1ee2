import type { Scope } from '../../../contract/scopes.js';
import type { Me } from '../../../contract/service/me.js';
import type { Answer } from '../../answers/answer.js';
import { refusal, scopeAdvice } from '../../errors/error-answer.js';

/** The refusal if the key lacks the publish scope, so that a person is not asked in vain. */
export function refuseWithoutPublishScope(me: Me): Answer | undefined {
  return refuseWithoutScope(me, 'posts:publish', 'publish or schedule');
}

/** @param what the action that the scope allows, in words */
export function refuseWithoutScope(me: Me, scope: Scope, what: string): Answer | undefined {
  if (me.key.scopes.includes(scope)) return undefined;
  return refusal({
    code: 'scope_missing',
    message: `You are not allowed to ${what}.`,
    facts: { requiredScope: scope },
    next: scopeAdvice(scope),
  });
}
