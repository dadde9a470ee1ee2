import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { VERSION } from '../../../version.js';
import type { WaysToSignIn } from '../../domain/access/passwords.js';
import { isConsentPath } from '../assistants/authorize-routes.js';
import { PlainFrame } from '../layout/frame.js';
import { FormError, Notice } from '../layout/parts.js';
import { PASSKEY_SCRIPT, PasskeyForm } from './passkey-form.js';

interface SignInProps {
  /** Why the last attempt failed; null if there was none. */
  readonly problem: string | null;
  readonly ways: WaysToSignIn;
  /** Whether browsers can have passkeys for this address. */
  readonly hasPasskeys: boolean;
  /** The name of the OpenID Connect provider; null: there is none. */
  readonly provider: string | null;
  /** The name as it was entered. */
  readonly name: string;
  /** Where to go after signing in. */
  readonly next: string;
  /** Everyone may open the pages of the simulated networks. */
  readonly hasOpenNetworkPages: boolean;
}

/** How to sign in, and what this server is. */
export function SignInPage({
  problem,
  ways,
  hasPasskeys,
  provider,
  name,
  next,
  hasOpenNetworkPages,
}: SignInProps) {
  const wantsNetworkPage = next.startsWith('/network/');
  return (
    <PlainFrame title="Sign in" scripts={hasPasskeys ? [PASSKEY_SCRIPT] : []}>
      <div class="stack">
        <div>
          <h1>Sign in</h1>
          <p class="soft">
            {isConsentPath(next)
              ? 'A program asks to be connected to this Postrider backend. Sign in to see which one, and to decide what it may do.'
              : 'Sign in to this Postrider backend to see what was published in your name, approve drafts, reply to people, and create API keys.'}
          </p>
        </div>
        {wantsNetworkPage && !hasOpenNetworkPages && (
          <Notice>
            <p>To open this page, sign in: the pages of the simulated networks are not public here.</p>
          </Notice>
        )}
        <FormError why={problem} />
        {ways.password && (
          <form method="post" action="/sign-in" class="card">
            <input type="hidden" name="next" value={next} />
            {ways.name !== 'none' && <NameField name={name} isOptional={ways.name === 'optional'} />}
            <div class="field">
              <label for="password">{ways.name === 'none' ? 'Admin password' : 'Password'}</label>
              <input type="password" id="password" name="password" autocomplete="current-password" required />
            </div>
            <button class="button main" type="submit">
              Sign in
            </button>
          </form>
        )}
        {provider !== null && (
          <p>
            <a class="button" href={`/sign-in/oidc?next=${encodeURIComponent(next)}`}>
              Sign in with {provider}
            </a>
          </p>
        )}
        {hasPasskeys && (
          <PasskeyForm
            action="/sign-in/passkey"
            options="/sign-in/passkey/options"
            does="get"
            button="Sign in with a passkey"
          >
            <input type="hidden" name="next" value={next} />
          </PasskeyForm>
        )}
        <section class="card">
          <h2>{ways.password ? 'Or use a sign-in link' : 'Use a sign-in link'}</h2>
          <p>On the machine that runs the backend, run this command and open the link it prints:</p>
          <p>
            <code class="secret">postrider dashboard</code>
          </p>
          <p class="soft small">
            A backend that is started in a terminal also prints a link. A link works once, within 15 minutes.
            In a clone of the repository, run <code>node bin/postrider.cjs</code> instead of{' '}
            <code>postrider</code>.
          </p>
          {next !== '/' && (
            <p>
              When the link has signed you in, come back to this page: <a href={next}>Continue</a>
            </p>
          )}
        </section>
        <section>
          <h2>For programs</h2>
          <p class="soft">
            Postrider {VERSION}. The API is at <code>/v1</code> and uses API keys. The{' '}
            <a href="/reference">reference</a> describes every operation for people, and{' '}
            <a href="/openapi.json">openapi.json</a> for programs.
          </p>
          {hasOpenNetworkPages && (
            <p class="soft">
              Published posts, as each network shows them:{' '}
              {PLATFORMS.map((platform, index) => (
                <>
                  {index > 0 && ', '}
                  <a href={`/network/${platform}`}>{PLATFORM_NAMES[platform]}</a>
                </>
              ))}
              .
            </p>
          )}
        </section>
      </div>
    </PlainFrame>
  );
}

function NameField({ name, isOptional }: { readonly name: string; readonly isOptional: boolean }) {
  return (
    <div class="field">
      <label for="name">Sign-in name</label>
      <input
        id="name"
        name="name"
        value={name}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        aria-describedby={isOptional ? 'name-hint' : undefined}
        required={!isOptional}
      />
      {isOptional && (
        <p class="soft small" id="name-hint">
          Leave it empty to sign in with the admin password, as the owner who has not chosen a name.
        </p>
      )}
    </div>
  );
}
