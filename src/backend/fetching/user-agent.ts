import { VERSION } from '../../version.js';

/** How Postrider introduces itself to every server. */
export const USER_AGENT = `Postrider/${VERSION} (+https://github.com/postrider/postrider)`;
