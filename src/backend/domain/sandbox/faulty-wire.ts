import type { ConnectionTime } from '../../networks/gateway.js';
import { ConnectionFailed, type Wire } from '../../networks/wire.js';
import type { AccountRow } from '../../store/schema.js';
import type { Faults } from './faults.js';

/** A wire to a network that applies the faults of the account's workspace. */
export function faultyWire(faults: Faults, wire: Wire, account: AccountRow, time: ConnectionTime): Wire {
  return {
    origin: wire.origin,
    webUrl: wire.webUrl,
    async send(request, signal) {
      const { method, path } = request;
      const effect = faults.take(account.workspace_id, { method, path, platform: account.platform });
      switch (effect?.kind) {
        case undefined:
          return wire.send(request, signal);
        case 'latency':
          await time.pause(effect.ms);
          return wire.send(request, signal);
        case 'status':
          if (effect.effect === 'after') await wire.send(request, signal);
          return { status: effect.status, headers: {}, body: { error: 'A simulated failure.' } };
        case 'reset':
          if (effect.effect === 'after') await wire.send(request, signal);
          throw new ConnectionFailed('reset', true);
        case 'cut':
          await wire.send(request, signal);
          throw new ConnectionFailed('reset', true);
      }
    },
  };
}
