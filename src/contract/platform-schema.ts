import * as z from './lazy-zod.js';
import { PLATFORMS, type Platform as PlatformName } from './platforms.js';

// Apart from the list, so that a program that needs only the list does not load zod.
export const Platform = z.enum(PLATFORMS).meta({
  id: 'Platform',
  description: 'A social network that Postrider publishes to.',
});

export type Platform = PlatformName;
