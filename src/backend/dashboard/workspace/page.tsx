import { timeForms } from '../../../time/forms.js';
import { MAX_NAME_LENGTH } from '../../domain/access/change-workspace.js';
import type { WorkspaceRow } from '../../store/schema.js';
import { TextField } from '../layout/field.js';
import { NotTaken } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { ZoneField } from '../layout/zone-field.js';
import type { Person } from '../person.js';

interface WorkspacePageProps {
  readonly person: Person;
  readonly wish: Pick<WorkspaceRow, 'name' | 'timezone'>;
  /** Why it could not be as it was wished for; null: nothing was tried yet. */
  readonly problem: string | null;
}

/** The workspace's name, and the zone of its clocks. */
export function WorkspacePage({ person, wish, problem }: WorkspacePageProps) {
  const { timezone } = person.workspace;
  return (
    <SettingsFrame
      title="Workspace"
      here="/settings/workspace"
      person={person}
      lead="Its name, and the clock that “tomorrow at nine” is read from."
    >
      <NotTaken why={problem && `${problem} Nothing was changed.`} />
      <form method="post" action="/settings/workspace" class="settings-form">
        <input type="hidden" name="csrf" value={person.csrfToken} />
        <TextField id="name" label="Name" required maxlength={MAX_NAME_LENGTH} value={wish.name} />
        <ZoneField label="Time zone" value={wish.timezone} />
        <p class="soft small">
          In {timezone} it is {timeForms(person.now, timezone, person.now).local} now. What is scheduled goes
          out at the instant it was scheduled for, and schedules keep the zone they were made in.
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
