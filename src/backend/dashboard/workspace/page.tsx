import { timeForms } from '../../../time/forms.js';
import { NAME_MAX } from '../../domain/access/change-workspace.js';
import type { WorkspaceRow } from '../../store/schema.js';
import { TextField, ZoneField } from '../layout/field.js';
import { FormError } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

interface WorkspacePageProps {
  readonly user: User;
  readonly wish: Pick<WorkspaceRow, 'name' | 'timezone'>;
  /** Why it could not be as it was saving for; null: nothing was tried yet. */
  readonly problem: string | null;
}

/** The workspace's name, and the zone of its clocks. */
export function WorkspacePage({ user, wish, problem }: WorkspacePageProps) {
  const { timezone } = user.workspace;
  return (
    <SettingsFrame
      title="Workspace"
      here="/settings/workspace"
      user={user}
      lead="Its name, and the clock that “tomorrow at nine” is read from."
    >
      <FormError why={problem && `${problem} Nothing was changed.`} />
      <form method="post" action="/settings/workspace" class="settings-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <TextField id="name" label="Name" required maxlength={NAME_MAX} value={wish.name} />
        <ZoneField label="Time zone" value={wish.timezone} />
        <p class="soft small">
          In {timezone} it is {timeForms(user.now, timezone, user.now).local} now. What is scheduled goes out
          at the instant it was scheduled for, and schedules keep the zone they were made in.
        </p>
        <div class="buttons">
          <button class="button main" type="submit">
            Keep this
          </button>
        </div>
      </form>
    </SettingsFrame>
  );
}
