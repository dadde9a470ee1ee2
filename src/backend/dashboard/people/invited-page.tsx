import { INVITATION_DAYS, type NewInvitation } from '../../../contract/people/people.js';
import { ROLES } from '../../../contract/roles.js';
import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

interface InvitedPageProps {
  readonly user: User;
  readonly invitation: NewInvitation;
}

/** The only page that shows the link of an invitation. */
export function InvitedPage({ user, invitation: { role, url } }: InvitedPageProps) {
  return (
    <SettingsFrame title="Invitation link" here="/settings/people" user={user}>
      <Notice tone="warn">
        <p>
          <strong>Copy this link now. It is not shown again.</strong> Send it to one person, over a way that
          only they read: the first to open it joins as {role}.
        </p>
      </Notice>
      <Copyable text={url} label="Invitation link" />
      <p class="soft">
        With the role {role}, they can {ROLES[role].can}. The link works once, within {INVITATION_DAYS} days,
        and you can withdraw it under People.
      </p>
      <p>
        <a class="button" href="/settings/people">
          Done
        </a>
      </p>
    </SettingsFrame>
  );
}
