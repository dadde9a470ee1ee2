import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { SIMULATED_NETWORKS } from './registry.js';

/** An account of a simulated network that a workspace can connect. */
export interface DemoAccount {
  readonly platform: Platform;
  /** Without the leading @. */
  readonly handle: string;
  readonly displayName: string;
  readonly networkUserId: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** The boards of an account of a simulated network, as they are stored; null: it has none. */
export function simulatedBoards(platform: Platform): string | null {
  const { boards } = SIMULATED_NETWORKS[platform];
  return boards === undefined ? null : JSON.stringify(boards);
}

/** The accounts that a sandbox starts with: one on each network, all of one fictional coffee roaster. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = PLATFORMS.map((platform) => {
  const { handle, networkUserId, renewable } = SIMULATED_NETWORKS[platform].demoAccount;
  const accessToken = `simulated-${platform}-fernhill`;
  return {
    platform,
    handle,
    displayName: 'Fernhill Coffee',
    networkUserId,
    credentials: { accessToken, ...(renewable && { refreshToken: `${accessToken}-renewal` }) },
  };
});

/** The demo account on a network. */
export function demoAccount(platform: Platform): DemoAccount {
  const demo = DEMO_ACCOUNTS.find((account) => account.platform === platform);
  if (!demo) throw new Error(`There is no demo account on ${platform}.`);
  return demo;
}
