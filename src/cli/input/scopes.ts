import { nearestName } from '../../base/nearest-name.js';
import { isScope, SCOPE_NAMES, type Scope } from '../../contract/scopes.js';
import { usageFailure } from '../failure.js';

/** @throws CliFailure naming every word that is no scope, with what was probably meant */
export function readScopes(words: readonly string[]): readonly Scope[] {
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length === 0) return words.filter(isScope);
  throw usageFailure(
    unknown
      .map((word) => {
        const meant = nearestName(word, SCOPE_NAMES);
        return `"${word}" is no scope.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
      })
      .join(' '),
    `Scopes: ${SCOPE_NAMES.join(', ')}`,
  );
}
