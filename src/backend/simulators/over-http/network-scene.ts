import type { Platform } from '../../../contract/platforms.js';
import type { ConnectedAccount } from '../../networks/connection.js';
import type { Wire } from '../../networks/wire.js';
import { type DemoAccount, demoAccount } from '../demo-accounts.js';
import { SIMULATED_NETWORKS } from '../registry.js';
import { simulatedWire } from '../simulated-wire.js';
import type { NetworkSimulator } from '../simulator.js';
import { VolatileFiles } from './volatile-files.js';
import { VolatileMemory } from './volatile-memory.js';

/** One account at one simulated network, in memory. */
export class NetworkScene {
  readonly platform: Platform;
  readonly memory: VolatileMemory;
  files: VolatileFiles = new VolatileFiles();
  /** The time at the network, epoch milliseconds. */
  now = 0;
  /** Lifts the networks' daily limits. */
  unlimited = false;
  /** The server that answers. */
  simulator: NetworkSimulator;
  /** The address of the network's pages. */
  webUrl: string;
  /** With its latest stored credentials. */
  protected latest: ConnectedAccount;
  #seed = 7;

  /** @param as the account; the network's demo account by default */
  constructor(platform: Platform, as: DemoAccount = demoAccount(platform)) {
    const { accessToken = '', refreshToken, expiresAt } = as.credentials;
    this.platform = platform;
    this.webUrl = `http://127.0.0.1:4747/network/${platform}`;
    this.simulator = SIMULATED_NETWORKS[platform].simulator;
    this.latest = { id: `acc_${platform}`, ...as };
    this.memory = new VolatileMemory([
      {
        ...as,
        accessToken,
        ...(refreshToken !== undefined && { refreshToken }),
        ...(expiresAt !== undefined && { tokenExpiresAt: Date.parse(expiresAt) }),
      },
    ]);
  }

  get account(): ConnectedAccount {
    return this.latest;
  }

  /** The person who signs in does so for another account of theirs, such as a Page. */
  actAs(networkUserId: string): void {
    this.latest = { ...this.latest, networkUserId };
    this.memory.addAccount({ ...this.latest, accessToken: this.latest.credentials['accessToken'] ?? '' });
  }

  /** Adds another account of the person, which has access tokens of its own. */
  addAccount(account: Pick<ConnectedAccount, 'networkUserId' | 'handle' | 'displayName'>): void {
    const { platform } = this;
    this.memory.addAccount({ ...account, platform, accessToken: `token-of-${account.networkUserId}` });
  }

  get wire(): Wire {
    const scene = this;
    return simulatedWire(this.simulator, {
      memory: this.memory,
      files: this.files,
      get now() {
        return scene.now;
      },
      webUrl: this.webUrl,
      random: () => this.#random(),
      pause: (milliseconds) => this.pause(milliseconds),
      unlimited: this.unlimited,
    });
  }

  /** Lets time pass while no call is waiting. */
  async pause(milliseconds: number): Promise<void> {
    this.now += milliseconds;
  }

  /** Park–Miller generator: the same ids on each run. */
  #random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }
}
