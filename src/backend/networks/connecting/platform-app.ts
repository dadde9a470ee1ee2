import type { Platform } from '../../../contract/platforms.js';

/** A person's own app at a network. */
export interface PlatformApp {
  readonly clientId: string;
  /** Null: it has none. */
  readonly clientSecret: string | null;
  /** What signs the network's notices, where that is another secret; null or absent: not known. */
  readonly apiKeySecret?: string | null;
  /** How far the network has reviewed it, as its owner says; null: nobody has said. */
  readonly review: string | null;
  /** The id of its set of permissions at the network; null or absent: the permissions are named one by one. */
  readonly configId?: string | null;
}

/** The apps that the environment of the backend names. */
export type EnvironmentApps = Readonly<Partial<Record<Platform, PlatformApp>>>;
