import type { Platform } from '../../../../contract/platforms.js';
import { facebook } from './facebook.js';
import { instagram } from './instagram.js';
import { linkedinMember } from './linkedin.js';
import { pinterest } from './pinterest.js';
import type { SignInData } from './sign-in-data.js';
import { threads } from './threads.js';
import { tiktok } from './tiktok.js';
import { x } from './x.js';
import { youtube } from './youtube.js';

/** How the sign-in of each network that demands an app is simulated. */
export const SIGN_INS: Readonly<Partial<Record<Platform, SignInData>>> = {
  linkedin: linkedinMember,
  x,
  instagram,
  tiktok,
  youtube,
  threads,
  facebook,
  pinterest,
};
