import type { ConnectionTime } from '../../networks/gateway.js';
import { ConnectionFailed } from '../../networks/wire.js';

/**
 * Counts resets and restores of each workspace. A call to a network that was in flight at a reset must not arrive
 * afterwards, because the workspace no longer knows about it.
 */
export class Epochs {
  readonly #begun = new Map<string, number>();

  begin(workspaceId: string): void {
    this.#begun.set(workspaceId, this.#of(workspaceId) + 1);
  }

  /** A connection's time, whose pauses fail with a connection reset if the workspace was reset in the meantime. */
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
