import type { Schedule, UpdateSchedule } from '../../../contract/schedules/schedules.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import { inputRefused } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { meantVersion } from '../posts/requests/post-change.js';
import { accountNames, readAccounts } from '../shared/account-access.js';
import { findSchedule, schedulePreview } from './schedule-change.js';
import { outcomeFacts, outcomeSentence, scheduleFacts, scheduleName } from './schedule-facts.js';
import { updateSchedule } from './update-schedule.definition.js';
import { readWeekly } from './weekly-times.js';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  label: 'Name',
  accountIds: 'Accounts',
  timezone: 'Time zone',
  days: 'Days',
  startTime: 'From',
  moreTimes: 'More times',
  endTime: 'To',
  postsPerWindow: 'Posts in the window',
  active: 'Active',
};

/** What changes, from what to what. */
async function changeLines(
  schedule: Schedule,
  changes: UpdateSchedule,
  call: CallContext,
): Promise<string[]> {
  const accounts = changes.accountIds === undefined ? new Map() : await readAccounts(call);
  const words = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return 'none';
    if (name === 'accountIds' && Array.isArray(value)) return accountNames(value, accounts);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join(' ') : String(value);
  };
  return Object.entries(changes).flatMap(([name, to]) => {
    const from: unknown = Reflect.get(schedule, name);
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [`${FIELD_WORDS[name] ?? name}: ${words(name, to)} (before: ${words(name, from)})`];
  });
}

export const callUpdateSchedule = handle(updateSchedule, async (input, call) => {
  const [beginning, found] = await Promise.all([startCall(input, call), findSchedule(input.id, call)]);
  if (!found.ok) return found.refused;
  const { schedule } = found;
  const weekly = readWeekly(input);
  if (!weekly.ok) return inputRefused(updateSchedule, weekly.problems);
  const { label, accountIds, timezone, postsPerWindow, active, existing = 'keep' } = input;
  const changes: UpdateSchedule = {
    ...(label !== undefined && { label }),
    ...(accountIds && { accountIds: [...accountIds] as typeof schedule.accountIds }),
    ...(timezone !== undefined && { timezone }),
    ...weekly.times,
    ...(postsPerWindow !== undefined && { postsPerWindow }),
    ...(active !== undefined && { active }),
  };
  const meant = meantVersion(input.version, beginning);
  const verdict = await agree(
    {
      tool: updateSchedule.name,
      parts: { id: schedule.id, changes, existing },
      version: meant ?? schedule.version,
      ask: needsConfirmation(existing !== 'keep', call),
      show: async () => {
        const verb = `Change the schedule ${scheduleName(schedule)}`;
        const lines = await changeLines(schedule, changes, call);
        const agree = 'change the schedule';
        return schedulePreview({ schedule, verb, agree, lines }, existing, beginning, call);
      },
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const body = { ...changes, existing, ...(meant !== undefined && { version: meant }) };
  const { posts, ...updated } = await call.client.schedules.update(schedule.id, body, call.request());
  return {
    message: `${updated.version === schedule.version ? 'No changes' : 'Changed'}: ${scheduleName(updated)}${updated.active ? '' : ', paused'}.${outcomeSentence(posts)}`,
    facts: { ...scheduleFacts(updated), ...outcomeFacts(posts) },
    next: 'postrider_list_slots lists its dates.',
  };
});
