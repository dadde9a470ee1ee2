import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { ActForm } from '../layout/act-form.js';
import { Frame } from '../layout/frame.js';
import { NetworkMark, PageHead } from '../layout/parts.js';
import { ProblemNotice } from '../layout/problem.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import { ConnectButtons } from './connect-page.js';

interface ChoosePageProps {
  readonly user: User;
  readonly connection: Connection;
  /** The page to go back to; empty for the channels. */
  readonly next: string;
  readonly problem?: Problem | null;
}

/** Chooses which of the accounts that a sign-in offers are connected. */
export function ChoosePage({ user, connection, next, problem = null }: ChoosePageProps) {
  const { id, platform, choices } = connection;
  const title = `Choose what to connect on ${PLATFORM_NAMES[platform]}`;
  return (
    <Frame title={title} place="/channels" user={user}>
      <PageHead
        title={title}
        lead="Your sign-in gives access to several accounts. You publish to each on its own."
      />
      {problem && <ProblemNotice problem={problem} />}
      <ActForm action={`/channels/connections/${id}`} csrfToken={user.csrfToken} hidden={{ choosing: 'yes' }}>
        <div class="settings-form stack">
          <fieldset>
            <legend>Accounts</legend>
            <div class="channel-choice single">
              {choices.map(({ id: choice, name, kind, handle }) => (
                <label class="check">
                  <input type="checkbox" name="choice" value={choice} />
                  <NetworkMark platform={platform} />
                  <span class="grow">
                    <span class="one-line">
                      <VisibleText text={name} />
                    </span>
                    <span class="what">
                      <VisibleText text={[kind, handle].filter(Boolean).join(' · ')} />
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <ConnectButtons next={next}>
            <button class="button main" type="submit">
              Connect
            </button>
          </ConnectButtons>
        </div>
      </ActForm>
    </Frame>
  );
}
