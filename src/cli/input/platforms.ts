import { nearestName } from '../../base/nearest-name.js';
import { isPlatform, PLATFORM_ALIASES, PLATFORMS, type Platform } from '../../contract/platforms.js';
import { usageFailure } from '../failure.js';

/** Reads networks by name or alias. @throws CliFailure for an unknown one */
export function readPlatforms(words: readonly string[]): readonly Platform[] {
  return [...new Set(words.map(readPlatform))];
}

function readPlatform(word: string): Platform {
  const name = word.toLowerCase();
  const known = isPlatform(name) ? name : PLATFORM_ALIASES[name];
  if (known !== undefined) return known;
  const meant = nearestName(name, PLATFORMS);
  throw usageFailure(
    `Unknown network "${word}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Networks: ${PLATFORMS.join(', ')}`,
  );
}
