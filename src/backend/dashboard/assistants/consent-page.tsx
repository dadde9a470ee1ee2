import { NO_POLICY } from '../../domain/access/api-keys.js';
import { clientName, type OAuthClient } from '../../domain/assistants/clients/oauth-client.js';
import { isLoopbackRedirect, redirectPlace } from '../../domain/assistants/clients/redirect-uris.js';
import { OAUTH_PATHS } from '../../domain/assistants/dependencies.js';
import { presetsFor } from '../../domain/assistants/presets.js';
import { PlainFrame } from '../layout/frame.js';
import { Notice, Pill } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { GrantFields } from './grant-form.js';

interface ConsentProps {
  readonly user: User;
  readonly client: OAuthClient;
  /** Where the answer goes. */
  readonly redirectUri: string;
  /** Names the request in the form. */
  readonly secret: string;
}

/** Asks whether a program may use the workspace. What is known for certain comes first; its own words come after. */
export function ConsentPage({ user, client, redirectUri, secret }: ConsentProps) {
  const { workspace } = user;
  const place = redirectPlace(redirectUri);
  const isLocal = isLoopbackRedirect(redirectUri);
  return (
    <PlainFrame title="Connect an assistant">
      <div class="stack">
        <div>
          <h1>Connect {client.host ?? (isLocal ? 'a program on this computer' : place)}?</h1>
          <p class="soft">
            It calls itself “<VisibleText text={clientName(client)} />
            ”.{' '}
            {client.host === null
              ? 'It registered itself here, so nobody vouches for that name.'
              : `Its description comes from ${client.host}.`}
          </p>
        </div>
        {isLocal && (
          <Notice tone="warn">
            <p>
              <strong>Did you start this yourself, on this computer, just now?</strong> The answer goes to a
              program on this computer, and any program here can use that name. If you did not start it,
              cancel.
            </p>
          </Notice>
        )}
        <form method="post" action={OAUTH_PATHS.authorize} class="card settings-form consent">
          <input type="hidden" name="csrf" value={user.csrfToken} />
          <input type="hidden" name="request" value={secret} />
          <dl class="facts">
            <dt>Signed in as</dt>
            <dd>
              <VisibleText text={user.person.name} /> ({user.person.role})
            </dd>
            <dt>Workspace</dt>
            <dd>
              <VisibleText text={workspace.name} />{' '}
              {workspace.sandbox === 1 ? <Pill tone="calm">Sandbox</Pill> : <Pill tone="warn">Live</Pill>}
            </dd>
            <dt>Answer goes to</dt>
            <dd>{place}</dd>
          </dl>
          <GrantFields
            preset={presetsFor(user.person.role).includes('draft') ? 'draft' : 'read'}
            policy={NO_POLICY}
            role={user.person.role}
          />
          <div class="buttons">
            <button class="button main" type="submit" name="decision" value="approve">
              Connect
            </button>
            <button class="button quiet" type="submit" name="decision" value="deny">
              Cancel
            </button>
          </div>
          <p class="soft small">
            You can change or end this at any time: Settings, Assistants. Everything that it does is in the
            activity log under its name.
          </p>
        </form>
      </div>
    </PlainFrame>
  );
}
