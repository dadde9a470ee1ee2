import type { Platform } from '../../contract/platforms.js';
import * as all from './all-networks.js';
import type { SimulatedNetwork } from './simulated-network.js';

/** Every simulated network. */
export const SIMULATED_NETWORKS: Readonly<Record<Platform, SimulatedNetwork>> = all;
