import { agree, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import { handle } from '../../handler.js';
import { deleteSchedule } from './delete-schedule.definition.js';
import { findSchedule, schedulePreview } from './schedule-change.js';
import { outcomeFacts, outcomeSentence, scheduleName } from './schedule-facts.js';

export const callDeleteSchedule = handle(deleteSchedule, async (input, call) => {
  const [beginning, found] = await Promise.all([startCall(input, call), findSchedule(input.id, call)]);
  if (!found.ok) return found.refused;
  const { schedule } = found;
  const { existing = 'keep' } = input;
  const verdict = await agree(
    {
      tool: deleteSchedule.name,
      parts: { id: schedule.id, existing },
      version: schedule.version,
      ask: needsConfirmation(true, call),
      show: async () => {
        const verb = `Delete the schedule ${scheduleName(schedule)}`;
        return schedulePreview(
          { schedule, verb, agree: 'delete the schedule', lines: [] },
          existing,
          beginning,
          call,
        );
      },
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const { id, posts } = await call.client.schedules.delete(
    schedule.id,
    { existing, version: schedule.version },
    call.request(),
  );
  return {
    message: `Deleted ${scheduleName(schedule)}.${outcomeSentence(posts)}`,
    facts: { id, ...outcomeFacts(posts) },
  };
});
