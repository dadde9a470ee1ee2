import type { Services } from '../../operations/services.js';

export const OIDC_PATH = '/sign-in/oidc';

/** Where the provider sends browsers back. */
export const callbackOf = ({ publicUrl }: Pick<Services, 'publicUrl'>): string =>
  `${publicUrl}${OIDC_PATH}/callback`;
