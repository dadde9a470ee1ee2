import { VERSION } from '../version.js';

/** `postrider/0.1.0 node/20.18.1` */
export function defaultUserAgent(): string {
  return `postrider/${VERSION} node/${process.versions.node}`;
}
