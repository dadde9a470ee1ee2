import { expect, it } from 'vitest';
import { PLATFORM_NAMES } from '../../../src/contract/platforms.js';
import { formsIn, formsOn } from '../../support/networks/forms-of-posts.js';
import type { Walk } from './place.js';
import { walkInDashboard } from './walk-in-dashboard.js';
import { walkInTerminal } from './walk-in-terminal.js';
import { formedPost } from './walk-post.js';

/** Connects, publishes every form of post, renews, reconnects and disconnects: in the dashboard, and in a terminal. */
export function walkNetwork(walk: Walk): void {
  const { platform } = walk.signIn;

  it(`publishes every form of post that ${PLATFORM_NAMES[platform]} has`, () => {
    const walked = walk.posts.flatMap((post) => formsIn(platform, formedPost(platform, post)));
    expect([...new Set(walked)].sort()).toEqual([...formsOn(platform)].sort());
  });

  walkInDashboard(walk);
  walkInTerminal(walk);
}
