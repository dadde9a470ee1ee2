import type { Plugin } from 'esbuild';

/** Where linkedom, whose version is pinned, gives its nodes their listeners. */
const FILE = /[\\/]linkedom[\\/]esm[\\/]interface[\\/]event-target\.js$/;

/** Nothing here listens to a node, and nothing is dispatched: pages are read, and never run. */
const SILENT = `
export class EventTarget {
  _getParent() { return null; }
  addEventListener() {}
  removeEventListener() {}
  dispatchEvent() { return true; }
}
`;

/**
 * Spares linkedom's nodes their lists of listeners. It makes one for every element, attribute and piece of text,
 * and keeps them in a weak map: more than half of the time that parsing a page takes, most of it in collecting
 * them again. The build fails when a new linkedom has no such file any more.
 */
export function silentNodes(): Plugin {
  return {
    name: 'silent-nodes',
    setup(build) {
      let replaced = false;
      build.onLoad({ filter: FILE }, () => {
        replaced = true;
        return { contents: SILENT, loader: 'js' };
      });
      build.onEnd(() =>
        replaced
          ? {}
          : { errors: [{ text: 'linkedom has no event-target.js any more: see build/silent-nodes.ts.' }] },
      );
    },
  };
}
