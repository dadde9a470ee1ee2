import { describe, expect, it } from 'vitest';
import type { AccountHealth } from '../contract/accounts/accounts.js';
import { exampleAccount } from '../contract/examples.js';
import { accessMoment } from './access.js';

const END = '2027-01-30T09:00:00.000Z';

const health = (status: AccountHealth['status'], expiresAt: string | null = END): AccountHealth => ({
  ...exampleAccount.health,
  ...{ status, expiresAt },
});
const real = { ...exampleAccount, simulated: false };

describe('what happens to access next', () => {
  it('is that Postrider renews it ten days before its end, at Threads and Instagram', () => {
    for (const platform of ['threads', 'instagram'] as const) {
      expect(accessMoment({ ...real, platform, health: health('healthy') })).toEqual({
        is: 'renewed',
        at: '2027-01-20T09:00:00.000Z',
      });
    }
  });

  it('is its end once renewal has failed, elsewhere, and in a sandbox', () => {
    const ends = { is: 'ends', at: END };
    expect(accessMoment({ ...real, platform: 'threads', health: health('expiring') })).toEqual(ends);
    expect(accessMoment({ ...real, platform: 'linkedin', health: health('healthy') })).toEqual(ends);
    const simulated = { ...exampleAccount, platform: 'threads', health: health('healthy') } as const;
    expect(accessMoment(simulated)).toEqual(ends);
  });

  it('is nothing where access does not end', () => {
    expect(accessMoment({ ...real, platform: 'threads', health: health('healthy', null) })).toBeNull();
    for (const status of ['reconnect_required', 'disabled'] as const)
      expect(accessMoment({ ...real, platform: 'linkedin', health: health(status) })).toBeNull();
  });
});
