import { listAt } from '../../networks/requests/json-answer.js';
import { TIKTOK_ERRORS, tiktokErrors } from '../../networks/tiktok/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import type { SimulatedCall } from '../shared/network-server.js';
import { noteUpload } from '../shared/uploads.js';
import { LAST_DAY, startOf } from '../shared/windows.js';

/** The most drafts of 24 hours that wait in an account's inbox (Content Posting API, Upload). */
const MAX_WAITING = 5;

/** The upload that lists when an account's drafts were made. Nobody finishes a draft at a simulated network. */
const listOf = ({ account }: SimulatedCall) => `drafts/${account.networkUserId}`;

async function timesOf(call: SimulatedCall): Promise<number[]> {
  const list = await call.context.memory.uploadById(listOf(call));
  const since = startOf(LAST_DAY, call.context.now);
  return listAt(list?.state, 'times')
    .map(Number)
    .filter((time) => time >= since);
}

/** The refusal of one more draft; null: there is room for it. */
export async function refusedDraft(call: SimulatedCall): Promise<WireResponse | null> {
  if (call.context.unlimited === true || (await timesOf(call)).length < MAX_WAITING) return null;
  return tiktokErrors.answer(TIKTOK_ERRORS.tooManyPending);
}

export async function noteDraft(call: SimulatedCall): Promise<void> {
  const times = [...(await timesOf(call)), call.context.now];
  await noteUpload(call, listOf(call), { times });
}
