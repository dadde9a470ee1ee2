import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import { EVENT_KINDS, type PostriderEvent } from '../../../contract/events/events.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import { recordEvent } from '../../store/events.js';
import { viewEvent } from '../events/event-log.js';
import { requireSandbox } from './require-sandbox.js';

/** Writes an example event of a type to the event log, with the fields of `data` merged into it. */
async function triggerEvent(call: Call<'testEvents.trigger'>): Promise<PostriderEvent> {
  const { body, caller, now, services } = call;
  requireSandbox(caller.workspace);
  const kind = EVENT_KINDS[body.type];
  const data = kind.data.safeParse(deepMerge(kind.example, body.data ?? {}));
  if (!data.success) {
    const errors = data.error.issues.map(({ path, message }) => ({
      code: 'value_invalid',
      severity: 'error' as const,
      message: `data.${path.join('.')}: ${message}`,
      pointer: `/data/${path.join('/')}`,
    }));
    throw new RequestRefused(
      'validation_failed',
      `\`data\` is not valid for an event of type ${body.type}. ${errors[0]?.message ?? ''}`,
      { errors },
    );
  }
  const fields: Readonly<Record<string, unknown>> = data.data;
  return call.commit(async (trx) => {
    await recordEvent(trx, services.ids, {
      workspaceId: caller.workspace.id,
      type: body.type,
      objectId: String(fields[kind.object]),
      data: fields,
      now,
    });
    const written = trx.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(1);
    const event = viewEvent(await written.executeTakeFirstOrThrow(), caller.workspace.id);
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'testEvents.trigger',
      objectId: event.id,
      summary: `triggered ${event.type}`,
      requestId: call.requestId,
      now,
    });
    return event;
  });
}

/** Merges objects recursively; any other value of `changes` replaces the one in `base`. */
function deepMerge(base: JsonObject, changes: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    result[name] = isRecord(before) && isRecord(value) ? deepMerge(before, value) : value;
  }
  return result;
}

export const triggerHandlers = { 'testEvents.trigger': triggerEvent } satisfies Partial<Handlers>;
