import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import { VERSION } from '../../../version.js';
import { PlainFrame } from '../layout/frame.js';
import { FormError } from '../layout/parts.js';

interface SignInProps {
  /** What was wrong with the attempt before; null: there was none. */
  readonly problem: string | null;
  /** An admin password is set. */
  readonly password: boolean;
  /** Where to go afterwards; empty: to the first page. */
  readonly next: string;
}

/** For somebody who is not signed in: how to, and what this address is. */
export function SignInPage({ problem, password, next }: SignInProps) {
  return (
    <PlainFrame title="Sign in">
      <div class="stack">
        <div>
          <h1>Sign in</h1>
          <p class="soft">
            This is a Postrider backend. Signed in, you see what was published in your name, approve drafts,
            answer people, and make API keys.
          </p>
        </div>
        <FormError why={problem} />
        {password && (
          <form method="post" action="/sign-in" class="card">
            <input type="hidden" name="next" value={next} />
            <div class="field">
              <label for="password">Admin password</label>
              <input type="password" id="password" name="password" autocomplete="current-password" required />
            </div>
            <button class="button main" type="submit">
              Sign in
            </button>
          </form>
        )}
        <section class="card">
          <h2>{password ? 'Or with a link' : 'With a link'}</h2>
          <p>On the machine where the backend runs, type this and open the link that it prints:</p>
          <p>
            <code class="secret">postrider dashboard</code>
          </p>
          <p class="soft small">
            The start of the backend prints one too. A link works once, for 15 minutes. From a clone, write{' '}
            <code>node bin/postrider.cjs</code> for <code>postrider</code>.
          </p>
        </section>
        <section>
          <h2>For programs</h2>
          <p class="soft">
            Postrider {VERSION}. The API is at <code>/v1</code> and takes API keys: the{' '}
            <a href="/reference">reference</a> has every operation, and{' '}
            <a href="/openapi.json">openapi.json</a> describes it to programs.
          </p>
          <p class="soft">
            What was published, as each network shows it:{' '}
            {PLATFORMS.map((platform, index) => (
              <>
                {index > 0 && ', '}
                <a href={`/network/${platform}`}>{PLATFORM_NAMES[platform]}</a>
              </>
            ))}
            .
          </p>
        </section>
      </div>
    </PlainFrame>
  );
}
