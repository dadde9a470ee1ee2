import type { PersonSession } from '../../../contract/people/people.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { Queries, Write } from '../../store/store.js';
import { type ListedSession, listSessions, removeSession, removeSessions } from '../access/end-sessions.js';
import { requireMember } from './change-members.js';

type SessionsCall = Call<'people.sessions' | 'people.endSession' | 'people.endSessions'>;

/** The browsers in which others are signed in, and signing them out. */
export const sessionHandlers = {
  'people.sessions': async (call) => {
    const { store, clock } = call.services;
    const of = await sessionsOf(store.db, call);
    return { data: (await listSessions(store, of, clock.now())).map(viewSession) };
  },
  'people.endSession': (call) =>
    call.commit(async (trx) => {
      const { sessionId } = call.params;
      const of = await sessionsOf(trx, call);
      const ended = await removeSession(trx, of, sessionId);
      if (!ended)
        throw new RequestRefused(
          'session_not_found',
          `The person has no session ${sessionId}. It may have ended.`,
        );
      await record(trx, call, 'people.endSession', `signed out of ${ended.browser}`);
      return { id: idOf(of.personId), ended: 1 };
    }),
  'people.endSessions': (call) =>
    call.commit(async (trx) => {
      const of = await sessionsOf(trx, call);
      const ended = await removeSessions(trx, of, null);
      await record(trx, call, 'people.endSessions', 'signed out everywhere');
      return { id: idOf(of.personId), ended };
    }),
} satisfies Partial<Handlers>;

/** @throws RequestRefused `person_not_found` */
async function sessionsOf(db: Queries, { caller, params }: SessionsCall) {
  const of = { workspaceId: caller.workspace.id, personId: params.id };
  await requireMember(db, of);
  return of;
}

function record(
  trx: Write,
  { caller, params, requestId, now }: SessionsCall,
  operation: 'people.endSession' | 'people.endSessions',
  summary: string,
): Promise<void> {
  const workspaceId = caller.workspace.id;
  const by = { apiKeyId: caller.key.id, requestId, now };
  return recordActivity(trx, { workspaceId, objectId: params.id, operation, summary, ...by });
}

// Only ids of people are stored as such.
const idOf = (id: string) => id as `psn_${string}`;

function viewSession({
  id,
  browser,
  address,
  createdAt,
  lastUsedAt,
  expiresAt,
}: ListedSession): PersonSession {
  const [created, lastUsed, expires] = [createdAt, lastUsedAt, expiresAt].map((instant) =>
    new Date(instant).toISOString(),
  ) as [string, string, string];
  return { id, browser, address, createdAt: created, lastUsedAt: lastUsed, expiresAt: expires };
}
