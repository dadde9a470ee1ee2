import { fixedTimes } from '../../../contract/schedules/fixed-times.js';
import type { CreateSchedule } from '../../../contract/schedules/schedules.js';
import { agree, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import type { Preview } from '../../confirmation/confirmation.js';
import { inputRefused } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { type AccountsById, accountNames, readAccounts } from '../shared/account-access.js';
import { ownLine } from '../shared/quoted-lines.js';
import { toolCall } from '../shared/tool-call.js';
import { createSchedule } from './create-schedule.definition.js';
import { scheduleFacts, scheduleName } from './schedule-facts.js';
import { readWeekly } from './weekly-times.js';

export const callCreateSchedule = handle(createSchedule, async (input, call) => {
  const beginning = await startCall(input, call);
  const { label, accountIds, postsPerWindow, active } = input;
  const weekly = readWeekly(input);
  if (!weekly.ok) return inputRefused(createSchedule, weekly.problems);
  const { days = [], startTime = '', moreTimes = [], endTime } = weekly.times;
  const body = {
    label,
    accountIds: [...accountIds] as CreateSchedule['accountIds'],
    timezone: input.timezone ?? beginning.me.workspace.timezone,
    days,
    startTime,
    ...(moreTimes.length > 0 && { moreTimes }),
    ...(endTime !== undefined && { endTime }),
    ...(postsPerWindow !== undefined && { postsPerWindow }),
    ...(active !== undefined && { active }),
  };
  const verdict = await agree(
    {
      tool: createSchedule.name,
      parts: body,
      version: null,
      ask: needsConfirmation(false, call),
      show: async () => ({ preview: previewOf(body, await readAccounts(call)) }),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const { data: schedule, meta } = await call.client.schedules
    .create(body, { ...call.request(), idempotencyKey: verdict.idempotencyKey })
    .withMeta();
  return {
    message: `Created ${scheduleName(schedule)}.`,
    facts: { ...scheduleFacts(schedule), idempotencyKey: meta.idempotencyKey },
    next: `${toolCall('create_post', { scheduleMode: 'queue' })} puts a post into the next open slot; postrider_list_slots lists the slots.`,
  };
});

function previewOf(body: CreateSchedule, accounts: AccountsById): Preview {
  const {
    label,
    days,
    startTime,
    moreTimes = [],
    endTime,
    timezone,
    accountIds,
    postsPerWindow,
    active,
  } = body;
  const fixed = fixedTimes({ startTime, moreTimes }).join(', ');
  const times = endTime ? `${startTime} to ${endTime}` : fixed;
  const slots = postsPerWindow === undefined ? '' : `, ${postsPerWindow} posts`;
  const paused = active === false ? ', paused' : '';
  const text = `Create the schedule “${label}”: ${days.join(' ')}, ${times}${slots}, ${timezone}${paused}, for ${accountNames(accountIds, accounts)}`;
  return { text: ownLine(text), agree: 'create the schedule', content: [text], untrusted: [] };
}
