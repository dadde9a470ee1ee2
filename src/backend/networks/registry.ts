import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import * as all from './all-networks.js';
import type { Network } from './network.js';
import { renewingAccess } from './renewal/token-renewal.js';

const DESCRIBED: Readonly<Record<Platform, Network>> = all;

/** Every network. Its adapter renews the account's access where the network's tokens expire. */
export const NETWORKS = Object.fromEntries(
  PLATFORMS.map((platform) => {
    const network = DESCRIBED[platform];
    const { adapter, errors, renewal } = network;
    return [platform, renewal ? { ...network, adapter: renewingAccess(adapter, errors, renewal) } : network];
  }),
) as Readonly<Record<Platform, Network>>;
