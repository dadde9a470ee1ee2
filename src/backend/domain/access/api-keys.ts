import { allows } from '../../../contract/roles.js';
import { isScope, SCOPE_PRESETS, type Scope, type ScopePreset } from '../../../contract/scopes.js';
import { CONFIRM_POLICIES, TOOLSETS } from '../../../contract/service/key-policy.js';
import type { KeyPolicy } from '../../../contract/service/me.js';
import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { ActingPerson } from '../../operations/call.js';
import { type ChangedBy, type NewActivity, recordActivity } from '../../store/activity.js';
import { coalesce } from '../../store/queries/coalesce.js';
import { prepared } from '../../store/queries/prepared.js';
import type { ApiKeyRow, WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import { accessWords } from './access-words.js';
import { hashOfKey, newKeyText, shownPrefixOf } from './key-text.js';

const MAX_LABEL_LENGTH = 100;

/** The policy of a key that only its scopes restrict. */
export const NO_POLICY: KeyPolicy = { confirm: null, readOnly: false, toolsets: null };

export interface NewApiKey {
  /** What the key is for. */
  readonly label: string;
  readonly scopes: ScopePreset | readonly Scope[];
  /** Epoch milliseconds; the key does not expire if null or absent. */
  readonly expiresAt?: number | null;
  /** How tools may use the key; {@link NO_POLICY} by default. It cannot be changed later. */
  readonly policy?: KeyPolicy;
  /** Who makes it, whose role limits it from now on; absent: a terminal. */
  readonly person?: ActingPerson;
}

/** A key without its text, which is only shown once. Instants are epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly label: string;
  /** Its first characters, for recognizing it. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly policy: KeyPolicy;
  /** Who made it in the dashboard; null: it was made in a terminal. */
  readonly personId: string | null;
  /** The program of a connected assistant; null: an API key. */
  readonly clientId: string | null;
}

/** The key cannot be created; the message says why. */
export class InvalidApiKey extends Error {
  override readonly name = 'InvalidApiKey';
}

/**
 * Creates a key. Its text is only in the result: the database stores its SHA-256.
 *
 * @throws InvalidApiKey for an invalid label, selection of scopes or expiry
 */
export async function createApiKey(
  store: Store,
  workspace: WorkspaceRow,
  wanted: NewApiKey,
  { clock, ids }: ClockAndIds,
  by?: ChangedBy,
): Promise<ApiKey & { readonly text: string }> {
  const now = clock.now();
  const label = wanted.label.trim();
  const scopes =
    typeof wanted.scopes === 'string' ? SCOPE_PRESETS[wanted.scopes] : [...new Set(wanted.scopes)];
  const expiresAt = wanted.expiresAt ?? null;
  const policy = wanted.policy ?? NO_POLICY;
  validateKey(workspace, label, scopes, expiresAt, now);
  if (wanted.person) refuseBeyondMaker(wanted.person, scopes);

  const text = newKeyText();
  const row: ApiKeyRow = {
    id: ids.next('apiKey', now),
    workspace_id: workspace.id,
    kind: 'key',
    person_id: wanted.person?.id ?? null,
    label,
    prefix: shownPrefixOf(text),
    hash: hashOfKey(text),
    scopes_json: JSON.stringify(scopes),
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
    confirm: policy.confirm,
    read_only: policy.readOnly ? 1 : 0,
    toolsets_json: policy.toolsets && JSON.stringify(policy.toolsets),
    client_id: null,
  };
  await store.write(async (trx) => {
    await trx.insertInto('api_keys').values(row).execute();
    const summary = `created “${label}”: ${accessWords(scopes)}`;
    if (by) await recordKeyChange(trx, row, by, { operation: 'keys.create', summary });
  });
  return { ...fromRow(row), text };
}

/** The keys of a workspace, newest first, including revoked ones. */
export async function listApiKeys(store: Store, workspaceId: string): Promise<ApiKey[]> {
  const rows = await store.db
    .selectFrom('api_keys')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'key')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(fromRow);
}

/** Whether programs can use a workspace: with an API key, or as a connected assistant. */
export async function hasPrograms({ db }: Store, workspaceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', ['key', 'connection'])
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Revokes a key, effective at once in every process on this database. Revoking it again changes nothing.
 *
 * @returns the revoked key; undefined if the workspace has no key with that id
 */
export async function revokeApiKey(
  store: Store,
  workspaceId: string,
  keyId: string,
  now: number,
  by?: ChangedBy,
): Promise<ApiKey | undefined> {
  const row = await store.write(async (trx) => {
    const ofWorkspace = trx.selectFrom('api_keys').selectAll().where('workspace_id', '=', workspaceId);
    const { numUpdatedRows } = await trx
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', keyId)
      .where('kind', '=', 'key')
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const key = await ofWorkspace.where('id', '=', keyId).where('kind', '=', 'key').executeTakeFirst();
    if (key && by && numUpdatedRows > 0n) {
      await recordKeyChange(trx, key, by, { operation: 'keys.revoke', summary: `revoked “${key.label}”` });
    }
    return key;
  });
  return row && fromRow(row);
}

/** A key as it is found. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly workspace: WorkspaceRow;
  /** Whose role limits it; null: nobody's, or the person has no access any more and `key.personId` says who. */
  readonly person: ActingPerson | null;
}

/**
 * Finds a key, its workspace and its person by the key's text. One indexed read per request, so that a revocation and
 * another role are effective at once.
 */
export async function findApiKey(store: Store, text: string): Promise<FoundKey | undefined> {
  const [row] = await keyByHash(store.db, { hash: hashOfKey(text) });
  return row && foundKey(row);
}

/** Finds a key, or the connection of an assistant, by its id. */
export async function findKeyById(store: Store, id: string): Promise<FoundKey | undefined> {
  const [row] = await keyById(store.db, { id });
  return row && foundKey(row);
}

type KeyWithWorkspace = Awaited<ReturnType<typeof keyById>>[number];

function foundKey(row: KeyWithWorkspace): FoundKey {
  const { sandbox, timezone, grace_ms, clock_offset_ms, clock_frozen_at } = row;
  const { requires_second_factor, requires_other_approver } = row;
  const { person_id, person_role } = row;
  const isActive = person_id !== null && person_role !== null && row.person_disabled_at === null;
  return {
    key: fromRow(row),
    workspace: {
      id: row.workspace_id,
      name: row.workspace_name,
      sandbox,
      timezone,
      grace_ms,
      clock_offset_ms,
      clock_frozen_at,
      created_at: row.workspace_created_at,
      requires_second_factor,
      requires_other_approver,
    },
    person: isActive ? { id: person_id, name: row.person_name ?? '', role: person_role } : null,
  };
}

const keysWithWorkspace = (db: Queries) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .leftJoin('people as person', 'person.id', 'key.person_id')
    .leftJoin('memberships as membership', (join) =>
      join
        .onRef('membership.person_id', '=', 'key.person_id')
        .onRef('membership.workspace_id', '=', 'key.workspace_id'),
    )
    .selectAll('key')
    .select([
      'workspace.name as workspace_name',
      'workspace.sandbox',
      'workspace.timezone',
      'workspace.grace_ms',
      'workspace.clock_offset_ms',
      'workspace.clock_frozen_at',
      'workspace.requires_second_factor',
      'workspace.requires_other_approver',
      'workspace.created_at as workspace_created_at',
      'person.display_name as person_name',
      'person.disabled_at as person_disabled_at',
      'membership.role as person_role',
    ]);

const keyByHash = coalesce(
  prepared((db, { hash }: { readonly hash: string }) => keysWithWorkspace(db).where('key.hash', '=', hash)),
);

const keyById = coalesce(
  prepared((db, { id }: { readonly id: string }) => keysWithWorkspace(db).where('key.id', '=', id)),
);

function recordKeyChange(
  trx: Write,
  { id, workspace_id }: Pick<ApiKeyRow, 'id' | 'workspace_id'>,
  by: ChangedBy,
  change: Pick<NewActivity, 'operation' | 'summary'>,
): Promise<void> {
  return recordActivity(trx, { workspaceId: workspace_id, objectId: id, ...by, ...change });
}

function validateKey(
  workspace: WorkspaceRow,
  label: string,
  scopes: readonly Scope[],
  expiresAt: number | null,
  now: number,
): void {
  if (label.length === 0 || label.length > MAX_LABEL_LENGTH) {
    throw new InvalidApiKey(`A key needs a label of 1 to ${MAX_LABEL_LENGTH} characters.`);
  }
  if (scopes.length === 0) throw new InvalidApiKey('A key needs at least one scope.');
  if (scopes.includes('test:control') && workspace.sandbox === 0) {
    throw new InvalidApiKey('The scope test:control is only available in sandbox workspaces.');
  }
  if (expiresAt !== null && expiresAt <= now)
    throw new InvalidApiKey('The expiry of a key must be in the future.');
}

/** A key never has more rights than the person who makes it. */
function refuseBeyondMaker(person: ActingPerson, scopes: readonly Scope[]): void {
  const beyond = scopes.filter((scope) => !allows(person.role, scope));
  if (beyond.length === 0) return;
  throw new InvalidApiKey(
    `Your role, ${person.role}, does not allow ${beyond.join(', ')}. A key can have only what you can do yourself.`,
  );
}

function fromRow(row: ApiKeyRow): ApiKey {
  const scopes: readonly string[] = JSON.parse(row.scopes_json);
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    label: row.label,
    prefix: row.prefix,
    scopes: scopes.filter(isScope),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    policy: policyOf(row),
    personId: row.person_id,
    clientId: row.client_id,
  };
}

/** A value unknown to this version restricts the key and never extends it. */
export function policyOf({
  confirm,
  read_only,
  toolsets_json,
}: Pick<ApiKeyRow, 'confirm' | 'read_only' | 'toolsets_json'>): KeyPolicy {
  const toolsets: readonly string[] | null = toolsets_json === null ? null : JSON.parse(toolsets_json);
  return {
    confirm: confirm === null ? null : (CONFIRM_POLICIES.find((one) => one === confirm) ?? 'always'),
    readOnly: read_only !== 0,
    toolsets: toolsets && TOOLSETS.filter((one) => toolsets.includes(one)),
  };
}
