import { PLATFORMS } from '../src/contract/platforms.js';
import { preflight } from '../src/networks/preflight.js';
import { type Figure, median } from './figures.js';

const ROUNDS = 300;
const WARM_UP = 100;

/** Checks one post against the rules of all ten networks. */
export function preflightOfAll(): Figure[] {
  const accounts = PLATFORMS.map((platform) => ({
    id: `acc_${platform}`,
    platform,
    handle: '@fernhill',
    healthStatus: 'healthy' as const,
  }));
  const post = { text: 'We are open on Sunday 🎉 https://example.com #coffee — Grüße!' };
  const input = {
    post,
    accounts,
    media: new Map(),
    mode: 'now' as const,
    canConvert: false,
    now: new Date(0),
  };
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const begun = performance.now();
    preflight(input);
    if (round >= WARM_UP) times.push(performance.now() - begun);
  }
  return [
    { name: 'preflight of a post for ten networks', value: median(times), unit: 'ms', budget: { atMost: 3 } },
  ];
}
