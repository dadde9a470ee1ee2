import type { Caller } from '../../operations/call.js';
import { recordActivity } from '../../store/activity.js';
import type { Write } from '../../store/store.js';

const VERBS = { created: 'create', changed: 'update', deleted: 'delete' } as const;

interface Noted {
  readonly tag: 'labels' | 'savedTexts';
  readonly act: keyof typeof VERBS;
  readonly row: { readonly id: string; readonly name: string };
}

/** Records what was done to something that people have named. */
export function noteNamed(
  trx: Write,
  { caller, requestId, now }: { readonly caller: Caller; readonly requestId: string; readonly now: number },
  { tag, act, row }: Noted,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation: `${tag}.${VERBS[act]}`,
    objectId: row.id,
    summary: `${act} “${row.name}”`,
    requestId,
    now,
  });
}
