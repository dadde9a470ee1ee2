import { firstInSentence } from '../../../../base/english.js';
import type { Actor } from '../../../../contract/posts/actors.js';
import type { PostAction } from '../../../../contract/posts/status.js';
import type { Caller } from '../../../operations/call.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { PostRow, WorkspaceRow } from '../../../store/schema.js';
import type { Queries } from '../../../store/store.js';
import { type Approver, approversOf } from '../../access/approvers.js';
import { type Authorship, authorshipOf, authorshipsOf, NOBODY, type Writer } from './authorship.js';

/** More names than these are counted. */
const MAX_NAMED = 3;

/** Who asks to publish. */
export interface Asking extends Pick<Caller, 'workspace' | 'person' | 'isPerson' | 'isAssistant'> {
  readonly key: Pick<Caller['key'], 'id' | 'label'>;
}

export function needsOtherApprover({ requires_other_approver }: WorkspaceRow): boolean {
  return requires_other_approver === 1;
}

/** Whether an action publishes a post, or gives it the time of its publication. */
export function releases(action: PostAction, body: unknown): boolean {
  if (action === 'resolve') return (body as { readonly outcome?: unknown }).outcome === 'send_again';
  return action === 'approve' || action === 'publish' || action === 'retry';
}

/**
 * Where the workspace requires somebody else's approval, refuses the author of a post, with everything that acts for
 * them. The author is who drafted it, and who changed its content last. What somebody else has approved can be retried
 * by everybody, and a cancelled post gets the time back for which it was approved.
 *
 * @param restoresTime whether the action only takes back a cancellation
 * @throws RequestRefused `other_approver_required`
 */
export async function refuseAuthor(
  db: Queries,
  caller: Asking,
  post: Pick<PostRow, 'id' | 'status'>,
  action: PostAction,
  restoresTime = false,
): Promise<void> {
  const refused = await authorRefusal(db, caller, post, action, restoresTime);
  if (refused !== null) throw refused;
}

/** Why the caller may not release a post; null: they may, as far as the authors of posts are concerned. */
export async function authorRefusal(
  db: Queries,
  caller: Asking,
  { id, status }: Pick<PostRow, 'id' | 'status'>,
  action: PostAction,
  restoresTime = false,
): Promise<RequestRefused | null> {
  if (!needsOtherApprover(caller.workspace)) return null;
  const authorship = await authorshipOf(db, id);
  const isRepeat = action === 'retry' || action === 'resolve' || restoresTime;
  if (isRepeat && authorship.approvedBy !== null) return null;
  if (!isRefused(authorship, caller)) return null;
  const own = ownPart(authorship, caller);
  const others = await approversBut(db, caller.workspace.id, authorship);
  const why =
    own === null
      ? `${kindOf(caller)} belongs to no person, so it cannot stand for somebody else's approval.`
      : `${own} This workspace lets nobody approve, publish or schedule a post of their own.`;
  return new RequestRefused(
    'other_approver_required',
    [
      why,
      ...(others.length === 0 ? await handedBack(db, caller.workspace.id, authorship) : []),
      whoElse(others, status === 'draft' ? 'approve it' : 'move or publish it'),
    ].join(' '),
  );
}

/** Those of drafts and scheduled posts that the caller may not approve or move, in the order in which they are given. */
export async function refusedAmong(
  db: Queries,
  caller: Asking,
  postIds: readonly string[],
): Promise<readonly string[]> {
  if (!needsOtherApprover(caller.workspace)) return [];
  const authorships = await authorshipsOf(db, postIds);
  return postIds.filter((id) => isRefused(authorships.get(id) ?? NOBODY, caller));
}

/** Whether somebody has a part in a post, or nobody knows who they are. */
function isRefused(authorship: Authorship, caller: Asking): boolean {
  return caller.person === undefined || ownPart(authorship, caller) !== null;
}

/** Refuses to create a post with a time: its author is who asks. @throws RequestRefused `other_approver_required` */
export async function refuseOwnTime(db: Queries, caller: Asking): Promise<void> {
  const refused = await ownTimeRefusal(db, caller);
  if (refused !== null) throw refused;
}

/** Why the caller may not create a post with a time; null: they may. */
export async function ownTimeRefusal(db: Queries, caller: Asking): Promise<RequestRefused | null> {
  if (!needsOtherApprover(caller.workspace)) return null;
  const people = await approversOf(db, caller.workspace.id);
  const others = people.filter(({ id }) => id !== caller.person?.id);
  return new RequestRefused(
    'other_approver_required',
    `This workspace lets nobody publish or schedule a post of their own. Propose its time instead, in a draft: \`proposed\`. ${whoElse(others, 'approve it')}`,
  );
}

/** `You drafted this post.`; null: the caller has no part in it. */
function ownPart({ drafter, writer }: Authorship, caller: Asking): string | null {
  const { person } = caller;
  if (person === undefined) return null;
  if (drafter?.personId === person.id) return sentence(drafter, person.name, caller, 'drafted');
  if (writer?.personId === person.id) return sentence(writer, person.name, caller, 'changed');
  return null;
}

function sentence({ actor }: Writer, name: string, caller: Asking, did: 'drafted' | 'changed'): string {
  const what = did === 'drafted' ? 'drafted this post' : 'changed this post last';
  const tool = toolOf(actor);
  if (caller.isPerson) return tool === null ? `You ${what}.` : `Your ${tool} ${what}.`;
  const acting = actor.keyId === caller.key.id ? `${kindOf(caller)} ${what}` : null;
  if (acting !== null) return `${acting}, for ${name}.`;
  return `${kindOf(caller)} acts for ${name}, ${tool === null ? 'who' : `whose ${tool}`} ${what}.`;
}

/** `assistant “Claude”`; null: the person themselves. */
function toolOf({ kind, label }: Actor): string | null {
  if (kind === 'assistant') return `assistant “${label}”`;
  return kind === 'key' ? `API key “${label}”` : null;
}

const kindOf = ({ isAssistant, key }: Asking): string =>
  `The ${isAssistant ? 'assistant' : 'API key'} “${key.label}”`;

async function approversBut(
  db: Queries,
  workspaceId: string,
  { drafter, writer }: Authorship,
): Promise<readonly Approver[]> {
  const authors = [drafter?.personId, writer?.personId];
  return (await approversOf(db, workspaceId)).filter(({ id }) => !authors.includes(id));
}

/**
 * How two people get out of it who have both written a post: only who drafted it, and who changed it last, are its
 * authors. Empty if that does not help.
 */
async function handedBack(
  db: Queries,
  workspaceId: string,
  { drafter, writer }: Authorship,
): Promise<string[]> {
  if (drafter?.personId == null || writer?.personId == null || drafter.personId === writer.personId)
    return [];
  const approvers = await approversOf(db, workspaceId);
  const approver = approvers.find(({ id }) => id === writer.personId);
  if (approver === undefined) return [];
  const first = drafter.actor.person ?? drafter.actor.label;
  return [`Once ${first} has changed its content again, ${approver.name} can approve it.`];
}

/** Who can approve, and where. */
function whoElse(others: readonly Approver[], can: string): string {
  if (others.length === 0) {
    return 'Nobody else here can approve posts at present: an owner can make somebody approver (Settings, People), or let authors publish (Settings, Workspace).';
  }
  const named = others.map(({ name, role }) => `${name} (${role})`);
  const who = firstInSentence(named, MAX_NAMED, 'or');
  return `${who} can ${can} in the dashboard.`;
}
