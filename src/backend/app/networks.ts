import type { Clock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import type { Tracer } from '../base/tracing/tracer.js';
import type { MediaService } from '../domain/media/media-service.js';
import { Epochs } from '../domain/sandbox/epochs.js';
import { Faults } from '../domain/sandbox/faults.js';
import { faultyWire } from '../domain/sandbox/faulty-wire.js';
import { STRICT_POLICY } from '../fetching/fetch-policy.js';
import { networkGateway, realNetworks } from '../networks/real-networks.js';
import { simulatedGateway } from '../simulators/simulated-gateway.js';
import type { Store } from '../store/store.js';
import { TIMINGS } from '../work/timing.js';
import type { BackendOptions } from './backend-options.js';
import { tracedWireFor } from './monitoring/tracing-of.js';

interface NetworkDependencies {
  readonly store: Store;
  readonly media: MediaService;
  readonly publicUrl: string;
  readonly tracer: Tracer | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/** The real networks and the simulated ones, behind one gateway. */
export function connectNetworks(
  options: BackendOptions,
  { store, media, publicUrl, tracer, clock, random }: NetworkDependencies,
) {
  const faults = new Faults();
  const epochs = new Epochs();
  const traced = tracedWireFor(tracer);
  const simulated = simulatedGateway(store, {
    publicUrl,
    files: { storage: media.storage, urls: media.urls, clock },
    around: (wire, account, time) => traced(faultyWire(faults, wire, account, time)),
    timeFor: (account, time) => epochs.timeFor(account.workspace_id, time),
    random,
  });
  const policy = options.fetching ?? STRICT_POLICY;
  const {
    lateLooks: _looks,
    settleDelay: _delay,
    looksEvery: _every,
    ...testing
  } = options.networkTesting ?? {};
  const real = realNetworks(store, { policy, around: traced, ...testing });
  return { faults, epochs, policy, real, gateway: networkGateway(simulated, real) };
}

/** How often workers look at networks, which tests shorten. */
export function testTimings({ networkTesting = {} }: BackendOptions) {
  const { lateLooks, settleDelay, looksEvery } = networkTesting;
  return {
    ...(looksEvery !== undefined && { looksEvery }),
    timings: {
      ...TIMINGS,
      ...(lateLooks && { lateLooks }),
      ...(settleDelay !== undefined && { settleDelay }),
    },
  };
}
