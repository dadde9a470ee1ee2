import { PLATFORM_NAMES, type Platform } from '../../contract/platforms.js';
import { APP_PLATFORMS, appOf } from '../access.js';

const PARTS = ['CLIENT_ID', 'CLIENT_SECRET', 'API_KEY_SECRET', 'REVIEW', 'CONFIG_ID'] as const;
type Part = (typeof PARTS)[number];

/** `POSTRIDER_X_CLIENT_ID` */
export function appVariable(platform: Platform, part: Part) {
  return `POSTRIDER_${platform.toUpperCase()}_${part}` as const;
}

interface AppVariable {
  readonly name: ReturnType<typeof appVariable>;
  readonly meaning: string;
  readonly secret?: true;
}

/** The variables with which the environment of the backend names apps. */
export const APP_VARIABLES: readonly AppVariable[] = APP_PLATFORMS.flatMap((platform) => {
  const app = appOf(platform);
  if (app === null) return [];
  const name = PLATFORM_NAMES[platform];
  const reviews = app.reviews.map(({ id }) => id).join(', ');
  const meanings: Readonly<Record<Part, string>> = {
    CLIENT_ID: `The ${app.idName} of your app at ${name}.`,
    CLIENT_SECRET: `Its ${app.secretName}.`,
    API_KEY_SECRET: `Its ${app.notices?.signingSecret?.name ?? ''}, which signs what ${name} announces.`,
    REVIEW: `How far ${name} has reviewed it: ${reviews}.`,
    CONFIG_ID: `Its ${app.configuration?.name ?? ''}, if ${name} asks for one.`,
  };
  const isOffered = {
    API_KEY_SECRET: app.notices?.signingSecret !== undefined,
    REVIEW: app.reviews.length > 1,
    CONFIG_ID: app.configuration !== undefined,
  };
  const parts = PARTS.filter((part) => part === 'CLIENT_ID' || part === 'CLIENT_SECRET' || isOffered[part]);
  return parts.map((part) => ({
    name: appVariable(platform, part),
    meaning: meanings[part],
    ...((part === 'CLIENT_SECRET' || part === 'API_KEY_SECRET') && { secret: true }),
  }));
});
