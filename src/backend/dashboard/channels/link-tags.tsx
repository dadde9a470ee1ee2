import type { Account } from '../../../contract/accounts/accounts.js';
import { ActForm } from '../layout/act-form.js';
import { TextField } from '../layout/field.js';
import type { User } from '../user.js';

interface LinkTagsProps {
  readonly account: Account;
  readonly user: User;
}

/** The longest name of a campaign. */
const MAX_CAMPAIGN = 100;

/** Whether the links of an account's posts get tags for web analytics, and the form that turns them on and off. */
export function LinkTags({ account, user }: LinkTagsProps) {
  const { id, linkTags, platform } = account;
  const { add, campaign } = linkTags;
  const action = `/channels/${id}/links`;
  return (
    <details class="link-tags small">
      <summary>
        Links: {add ? 'tagged' : 'not tagged'}
        {add && campaign !== null && `, campaign ${campaign}`}
      </summary>
      <p class="soft">
        Tags tell your web analytics which post brought a visit: utm_source={platform}, utm_medium=social,
        utm_campaign and utm_content, the id of the post on this channel. Tags that a link already has stay.
        Posts that are already written keep their links until you edit their texts.
      </p>
      <ActForm action={action} csrfToken={user.csrfToken} hidden={{ add: 'on' }}>
        <TextField
          id={`campaign-${id}`}
          label="Campaign"
          hint="utm_campaign. Leave it empty for none."
          value={campaign ?? ''}
          maxlength={MAX_CAMPAIGN}
          more={{ name: 'campaign' }}
        />
        <button class="button" type="submit">
          {add ? 'Save campaign' : 'Tag links'}
        </button>
      </ActForm>
      {add && (
        <ActForm action={action} csrfToken={user.csrfToken} hidden={{ add: 'off' }}>
          <button class="button quiet" type="submit">
            Stop tagging links
          </button>
        </ActForm>
      )}
    </details>
  );
}
