import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { APP_PLATFORMS, appOf } from '../../../networks/access.js';
import { usageFailure } from '../../failure.js';
import { readPlatform } from '../../input/platforms.js';

/** The network of an app, as it is typed. */
export const NETWORK_ARGUMENT = { name: '<network>', description: 'The network, as x' } as const;

/** The network that a word names. @throws CliFailure it is none, or demands no app */
export function platformOf(word: string): Platform {
  const platform = readPlatform(word, APP_PLATFORMS);
  if (appOf(platform) !== null) return platform;
  throw usageFailure(
    `${PLATFORM_NAMES[platform]} accounts are not connected with an app of your own.`,
    `Networks with apps: ${APP_PLATFORMS.join(', ')}`,
  );
}
