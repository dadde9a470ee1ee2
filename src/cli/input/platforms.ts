import { nearestName } from '../../base/nearest-name.js';
import { isPlatform, PLATFORM_ALIASES, PLATFORMS, type Platform } from '../../contract/platforms.js';
import { usageFailure } from '../failure.js';

/** Reads networks by name or alias. @throws CliFailure for an unknown one */
export function readPlatforms(words: readonly string[]): readonly Platform[] {
  return [...new Set(words.map((word) => readPlatform(word)))];
}

/** @param suggested the networks that the caller accepts @throws CliFailure it is none */
export function readPlatform(word: string, suggested: readonly Platform[] = PLATFORMS): Platform {
  const name = word.toLowerCase();
  const known = isPlatform(name) ? name : PLATFORM_ALIASES[name];
  if (known !== undefined) return known;
  const meant = nearestName(name, suggested);
  throw usageFailure(
    `Unknown network "${word}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Networks: ${suggested.join(', ')}`,
  );
}
