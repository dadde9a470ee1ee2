import { inSentence } from '../base/english.js';
import { PLATFORM_NAMES, type Platform } from '../contract/platforms.js';
import { appOf } from './access.js';

/** Why a rehearsal leaves out these networks, and where to try them, in sentences. Names commands in backticks. */
export function whyNotRehearsed(platforms: readonly Platform[]): string {
  const withoutApp = platforms.filter((platform) => appOf(platform) === null);
  const others = platforms.filter((platform) => appOf(platform) !== null);
  const names = inSentence(
    withoutApp.map((platform) => PLATFORM_NAMES[platform]),
    'and',
  );
  const verb = withoutApp.length === 1 ? 'needs' : 'need';
  return [
    ...(withoutApp.length === 0
      ? []
      : [`${names} ${verb} no app of your own; a sandbox (\`postrider dev\`) simulates every network.`]),
    ...(others.length === 0 ? [] : [`To rehearse with it: \`postrider rehearse ${others.join(' ')}\`.`]),
  ].join(' ');
}
