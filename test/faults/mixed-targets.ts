import type { Platform } from '../../src/contract/platforms.js';
import type { NewTarget } from '../crash/crash-harness.js';
import { RECOVERY } from '../crash/network-file.js';

const PLATFORMS = Object.keys(RECOVERY) as Platform[];

/** As many on each network; every fourth has a thread and a first comment. */
export function mixedTargets(amount: number, platforms: readonly Platform[] = PLATFORMS): NewTarget[] {
  return Array.from({ length: amount }, (_, index) => ({
    platform: platforms[index % platforms.length] ?? 'x',
    parts: Math.floor(index / platforms.length) % 4 === 0 ? ['thread', 'thread', 'first_comment'] : [],
  }));
}
