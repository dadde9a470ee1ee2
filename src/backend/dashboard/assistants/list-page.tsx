import { timeForms } from '../../../time/forms.js';
import type { Assistant } from '../../domain/assistants/assistants.js';
import { PRESET_WORDS } from '../keys/scope-groups.js';
import { ActForm } from '../layout/act-form.js';
import { Empty, Pill, When } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { ConnectHelp } from './connect-help.js';
import { GrantFields } from './grant-form.js';

interface AssistantsProps {
  readonly user: User;
  readonly assistants: readonly Assistant[];
  /** The address of `/mcp`. */
  readonly address: string;
  /** Whether servers elsewhere can reach it. */
  readonly isPublic: boolean;
  /** The system time, by which assistants are connected and used; not the sandbox’s. */
  readonly systemNow: number;
}

/** The assistants that people connected: what each may do, when it was last used, and disconnecting it. */
export function AssistantsPage({ user, assistants, address, isPublic, systemNow }: AssistantsProps) {
  const connected = assistants.filter(({ endedAt }) => endedAt === null);
  const ended = assistants.filter(({ endedAt }) => endedAt !== null);
  return (
    <SettingsFrame
      title="Assistants"
      here="/settings/assistants"
      user={user}
      lead="Claude, ChatGPT and others that use this workspace. Each can do no more than the person who connected it."
    >
      {connected.length === 0 ? (
        <Empty title="No assistant is connected">
          <p>Give your assistant the address below. It then asks you here what it may do.</p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Connected assistants">
          {connected.map((assistant) => (
            <AssistantRow assistant={assistant} user={user} systemNow={systemNow} />
          ))}
        </ul>
      )}
      <ConnectHelp address={address} isPublic={isPublic} />
      {ended.length > 0 && (
        <details class="ended-keys">
          <summary>
            {ended.length === 1 ? '1 disconnected assistant' : `${ended.length} disconnected assistants`}
          </summary>
          <ul class="rows" aria-label="Disconnected assistants">
            {ended.map((assistant) => (
              <AssistantRow assistant={assistant} user={user} systemNow={systemNow} />
            ))}
          </ul>
        </details>
      )}
    </SettingsFrame>
  );
}

interface AssistantRowProps {
  readonly assistant: Assistant;
  readonly user: User;
  readonly systemNow: number;
}

function AssistantRow({ assistant, user, systemNow }: AssistantRowProps) {
  const { id, label, person, preset, scopes, policy, connectedAt, lastUsedAt, endedAt } = assistant;
  const at = (instant: number) => (
    <When forms={timeForms(instant, user.workspace.timezone, systemNow)} now={systemNow} />
  );
  const path = `/settings/assistants/${id}`;
  return (
    <li id={id}>
      <div class="line">
        <div class="grow">
          <strong>
            <VisibleText text={label} />
          </strong>
        </div>
        <Pill tone={endedAt === null ? (preset === 'full' ? 'warn' : 'good') : 'plain'}>
          {endedAt !== null
            ? 'Disconnected'
            : preset === null
              ? `${scopes.length} permissions`
              : PRESET_WORDS[preset].name}
        </Pill>
        {endedAt === null && (
          <ActForm
            action={`${path}/end`}
            csrfToken={user.csrfToken}
            ask={`Disconnect “${label}”? It stops working immediately, and you can connect it again.`}
          >
            <button class="button danger" type="submit">
              Disconnect
            </button>
          </ActForm>
        )}
      </div>
      <div class="small soft">
        Connected {person.id !== user.person.id && person.name !== '' && <>by {person.name} </>}
        {at(connectedAt)} · {lastUsedAt === null ? 'never used' : <>last used {at(lastUsedAt)}</>}
        {endedAt !== null && <> · disconnected {at(endedAt)}</>} ·{' '}
        <a href={`/activity?keyId=${id}`}>What it did</a>
      </div>
      {endedAt === null && person.role !== null && (
        <details class="small">
          <summary>Change what it may do</summary>
          <form method="post" action={path} class="settings-form assistant-form">
            <input type="hidden" name="csrf" value={user.csrfToken} />
            <GrantFields id={id} preset={preset} policy={policy} role={person.role} />
            <div class="buttons">
              <button class="button main" type="submit">
                Save
              </button>
            </div>
          </form>
        </details>
      )}
    </li>
  );
}
