import { MAX_PERSON_NAME_LENGTH } from '../../../contract/people/people.js';
import { TextField } from '../layout/field.js';
import { FormError } from '../layout/parts.js';
import { SignInNameField } from '../sign-in/join-page.js';
import type { User } from '../user.js';

export interface ProfileFormProps {
  readonly user: User;
  /** What the person signs in with; empty: they have not chosen a name. */
  readonly signInName: string;
  readonly displayName: string;
  /** Whether the stored sign-in name is missing, so that the password alone signs in. */
  readonly isNameless: boolean;
  /** Why the names were not changed; null if it was not tried. */
  readonly problem: string | null;
}

/** How others see a person, and what they sign in with. */
export function ProfileForm({ user, signInName, displayName, isNameless, problem }: ProfileFormProps) {
  return (
    <section class="section">
      <h2>Name</h2>
      <FormError why={problem} />
      <form method="post" action="/settings/sign-in/profile" class="settings-form card">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        {isNameless && (
          <p class="soft">
            You sign in with the admin password alone. Once you choose a sign-in name, the sign-in page asks
            for it as well.
          </p>
        )}
        <TextField
          id="displayName"
          label="Your name"
          hint="Others see it beside what you do."
          value={displayName}
          maxlength={MAX_PERSON_NAME_LENGTH}
          required
          more={{ autocomplete: 'name' }}
        />
        <SignInNameField value={signInName} />
        <div class="buttons">
          <button class="button main" type="submit">
            Save names
          </button>
        </div>
      </form>
    </section>
  );
}
