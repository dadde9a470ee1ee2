import type { Me } from '../../../contract/service/me.js';
import { timeForms } from '../../../time/forms.js';
import { TZDATA_VERSION } from '../../../time/zone-data.js';
import { VERSION } from '../../../version.js';
import type { Call } from '../../operations/call.js';

/** Returns the caller's key, its workspace, and the workspace's time. */
export async function getMe({ caller, now, services }: Call<'me.get'>): Promise<Me> {
  const { key, workspace } = caller;
  return {
    key: {
      id: key.id as Me['key']['id'],
      label: key.label,
      prefix: key.prefix,
      scopes: [...key.scopes],
      expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      policy: key.policy,
    },
    workspace: {
      id: workspace.id as Me['workspace']['id'],
      name: workspace.name,
      sandbox: workspace.sandbox === 1,
      timezone: workspace.timezone,
      requiresOtherApprover: workspace.requires_other_approver === 1,
    },
    channelsUrl: `${services.publicUrl}/channels`,
    time: timeForms(now, workspace.timezone, now),
    tzdata: TZDATA_VERSION,
    version: VERSION,
  };
}
