import type { Child } from 'hono/jsx';
import { firstInSentence } from '../../../base/english.js';
import { timeForms } from '../../../time/forms.js';
import { MAX_NAME_LENGTH } from '../../domain/access/change-workspace.js';
import type { WorkspaceRow } from '../../store/schema.js';
import { ActForm } from '../layout/act-form.js';
import { TextField, ZoneField } from '../layout/field.js';
import { spokenTime } from '../layout/local-times.js';
import { FormError } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

/** What an owner has turned on, and whom it concerns. */
export interface WorkspaceRules {
  /** Whether everybody must have a second factor. */
  readonly secondFactor: boolean;
  /** Whether somebody other than its author approves each post. */
  readonly otherApprover: boolean;
  /** The names of the people who can approve posts, who joined first comes first. */
  readonly approvers: readonly string[];
}

interface WorkspacePageProps {
  readonly user: User;
  readonly input: Pick<WorkspaceRow, 'name' | 'timezone'>;
  readonly rules: WorkspaceRules;
  /** Why the form was refused; null if it was not. */
  readonly problem: string | null;
}

/** The workspace’s name and time zone. */
export function WorkspacePage({ user, input, rules, problem }: WorkspacePageProps) {
  const { timezone } = user.workspace;
  const { secondFactor: requiresFactor } = rules;
  return (
    <SettingsFrame
      title="Workspace"
      here="/settings/workspace"
      user={user}
      lead="The name of this workspace, and the time zone for times such as “tomorrow at 9”."
    >
      <FormError why={problem} />
      <form method="post" action="/settings/workspace" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <TextField id="name" label="Name" required maxlength={MAX_NAME_LENGTH} value={input.name} />
        <ZoneField label="Time zone" value={input.timezone} />
        <p class="soft small">
          It is now {spokenTime(timeForms(user.now, timezone, user.now), user.now)} in {timezone}. Changing
          the time zone does not move scheduled posts, and schedules keep the zone they were created in.
        </p>
        <div class="buttons">
          <button class="button main" type="submit">
            Save changes
          </button>
        </div>
      </form>
      <Rule
        name="Second step at sign-in"
        path="second-step"
        isOn={requiresFactor}
        csrfToken={user.csrfToken}
        words={
          requiresFactor
            ? {
                state: 'Required: people without a second factor set one up before anything else.',
                ask: 'Make the second step optional?',
                change: 'Make it optional',
              }
            : {
                state: 'Optional: each person decides whether to be asked for more than a password.',
                ask: 'Require a second step of everybody in this workspace?',
                change: 'Require it of everybody',
              }
        }
      />
      <ApprovalRule rules={rules} csrfToken={user.csrfToken} />
    </SettingsFrame>
  );
}

interface RuleProps {
  readonly name: string;
  /** The last part of the address that its form is sent to. */
  readonly path: string;
  readonly isOn: boolean;
  readonly csrfToken: string;
  /** What is so, the question before the change, and the button that makes it. */
  readonly words: { readonly state: string; readonly ask: string; readonly change: string };
  /** More about it. */
  readonly children?: Child;
}

/** A rule of the workspace, which its button turns on or off. */
function Rule({ name, path, isOn, csrfToken, words, children }: RuleProps) {
  return (
    <section class="section">
      <h2>{name}</h2>
      <p>{words.state}</p>
      {children}
      <ActForm
        action={`/settings/workspace/${path}`}
        csrfToken={csrfToken}
        hidden={{ required: isOn ? 'no' : 'yes' }}
        ask={words.ask}
      >
        <button class="button" type="submit">
          {words.change}
        </button>
      </ActForm>
    </section>
  );
}

/** More names than these are counted. */
const MAX_NAMED = 5;

function ApprovalRule({
  rules: { otherApprover, approvers },
  csrfToken,
}: {
  readonly rules: WorkspaceRules;
  readonly csrfToken: string;
}) {
  return (
    <Rule
      name="Approval by somebody else"
      path="approval"
      isOn={otherApprover}
      csrfToken={csrfToken}
      words={
        otherApprover
          ? {
              state:
                'Required: nobody approves, publishes or schedules a post that they drafted, or whose content they changed last. Their API keys and assistants count as them.',
              ask: 'Let authors publish? People who can publish then also publish, schedule and approve posts of their own, drafts that wait now included.',
              change: 'Let authors publish',
            }
          : {
              state: 'Not required: people who can publish also publish their own posts.',
              ask: 'Require it? Nobody, you included, then publishes or schedules a post of their own: new posts wait as drafts until somebody else approves them, a change of a scheduled post ends its approval, and keys made in a terminal can only draft. What is scheduled already stays scheduled.',
              change: 'Require it of every post',
            }
      }
    >
      <p class="soft small words">
        {firstInSentence(approvers, MAX_NAMED, 'and')} can approve posts.
        {approvers.length === 1 && ` Nobody can approve what ${approvers[0]} writes.`}
        {!otherApprover && ' If you require it, posts that are scheduled already stay scheduled.'}
      </p>
    </Rule>
  );
}
