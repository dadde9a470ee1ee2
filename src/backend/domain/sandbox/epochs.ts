import type { ConnectionTime } from '../../networks/gateway.js';
import { ConnectionFailed } from '../../networks/wire.js';

/**
 * How often each workspace began anew. What was on its way to a network when it did, and waits for the
 * workspace's time, must not arrive in a world that does not know of it.
 */
export class Epochs {
  readonly #begun = new Map<string, number>();

  begin(workspaceId: string): void {
    this.#begun.set(workspaceId, this.#of(workspaceId) + 1);
  }

  /** The time of a connection, whose waits end in a cut connection where the workspace began anew meanwhile. */
  timeFor(workspaceId: string, time: ConnectionTime): ConnectionTime {
    const epoch = this.#of(workspaceId);
    return {
      now: () => time.now(),
      pause: async (milliseconds) => {
        await time.pause(milliseconds);
        if (this.#of(workspaceId) !== epoch) throw new ConnectionFailed('reset', true);
      },
    };
  }

  #of(workspaceId: string): number {
    return this.#begun.get(workspaceId) ?? 0;
  }
}
