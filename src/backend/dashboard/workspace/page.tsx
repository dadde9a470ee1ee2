import { inSentence } from '../../../base/english.js';
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
      <section class="section">
        <h2>Second step at sign-in</h2>
        <p>
          {requiresFactor
            ? 'Required: people without a second factor set one up before anything else.'
            : 'Optional: each person decides whether to be asked for more than a password.'}
        </p>
        <ActForm
          action="/settings/workspace/second-step"
          csrfToken={user.csrfToken}
          hidden={{ required: requiresFactor ? 'no' : 'yes' }}
          ask={
            requiresFactor
              ? 'Make the second step optional?'
              : 'Require a second step of everybody in this workspace?'
          }
        >
          <button class="button" type="submit">
            {requiresFactor ? 'Make it optional' : 'Require it of everybody'}
          </button>
        </ActForm>
      </section>
      <ApprovalRule rules={rules} csrfToken={user.csrfToken} />
    </SettingsFrame>
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
  const more = approvers.length - MAX_NAMED;
  const named = more > 0 ? [...approvers.slice(0, MAX_NAMED), `${more} more`] : approvers;
  return (
    <section class="section">
      <h2>Approval by somebody else</h2>
      <p>
        {otherApprover
          ? 'Required: nobody approves, publishes or schedules a post that they drafted, or whose content they changed last. Their API keys and assistants count as them.'
          : 'Not required: whoever can publish also publishes their own posts.'}
      </p>
      <p class="soft small words">
        {inSentence(named, 'and')} can approve posts.
        {approvers.length === 1 && ` Nobody can approve what ${approvers[0]} writes.`}
        {!otherApprover && ' If you require it, posts that are scheduled already stay scheduled.'}
      </p>
      <ActForm
        action="/settings/workspace/approval"
        csrfToken={csrfToken}
        hidden={{ required: otherApprover ? 'no' : 'yes' }}
        ask={
          otherApprover
            ? 'Let authors publish? Whoever can publish then also publishes, schedules and approves posts of their own, drafts that wait now included.'
            : 'Require it? Nobody, you included, then publishes or schedules a post of their own: new posts wait as drafts until somebody else approves them, a change of a scheduled post ends its approval, and keys made in a terminal can only draft. What is scheduled already stays scheduled.'
        }
      >
        <button class="button" type="submit">
          {otherApprover ? 'Let authors publish' : 'Require it of every post'}
        </button>
      </ActForm>
    </section>
  );
}
