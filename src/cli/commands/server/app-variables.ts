import type { EnvironmentApps } from '../../../backend/networks/connecting/platform-app.js';
import { settingOf } from '../../../client/settings.js';
import type { Platform } from '../../../contract/platforms.js';
import { appVariable } from '../../../networks/access/variables.js';
import { APP_PLATFORMS, type AppAccess, appOf } from '../../../networks/access.js';
import { CliFailure } from '../../failure.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The apps that the environment names. @throws CliFailure one is incomplete */
export function environmentApps(env: Environment): EnvironmentApps {
  return Object.fromEntries(
    APP_PLATFORMS.flatMap((platform) => {
      const access = appOf(platform);
      const app = access && appIn(env, platform, access);
      return app ? [[platform, app] as const] : [];
    }),
  );
}

function appIn(env: Environment, platform: Platform, { secret, reviews, configuration, notices }: AppAccess) {
  const idName = appVariable(platform, 'CLIENT_ID');
  const secretName = appVariable(platform, 'CLIENT_SECRET');
  const clientId = settingOf(env[idName]);
  const clientSecret = settingOf(env[secretName]) ?? null;
  const apiKeyName = appVariable(platform, 'API_KEY_SECRET');
  const apiKeySecret = (notices?.signingSecret && settingOf(env[apiKeyName])) ?? null;
  const reviewName = appVariable(platform, 'REVIEW');
  const review = settingOf(env[reviewName]) ?? null;
  if (clientId === undefined) {
    const alone = clientSecret !== null ? secretName : apiKeySecret !== null ? apiKeyName : null;
    if (alone === null) return null;
    throw incomplete(`${alone} is set without ${idName}.`);
  }
  if (clientSecret === null && secret === 'required') throw incomplete(`${idName} needs ${secretName}.`);
  if (review !== null && !reviews.some(({ id }) => id === review)) {
    throw incomplete(`${reviewName} must be one of: ${reviews.map(({ id }) => id).join(', ')}.`);
  }
  const configId = configuration && settingOf(env[appVariable(platform, 'CONFIG_ID')]);
  return {
    ...{ clientId, clientSecret, review },
    ...{ configId: configId ?? null, apiKeySecret },
  };
}

function incomplete(message: string): CliFailure {
  return new CliFailure('configuration', message, { changed: 'nothing' });
}
