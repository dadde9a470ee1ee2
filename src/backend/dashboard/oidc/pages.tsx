import { ActForm } from '../layout/act-form.js';
import { PlainFrame } from '../layout/frame.js';
import { FormError, Pill } from '../layout/parts.js';
import type { User } from '../user.js';

/** Moves on to the provider. Browsers do not let a form of this server be redirected to another one. */
export function MovingOnPage({ name, to }: { readonly name: string; readonly to: string }) {
  return (
    <PlainFrame title={`Continue to ${name}`} refresh={to}>
      <div class="stack">
        <h1>Continue to {name}</h1>
        <p>
          <a class="button main" href={to} rel="noreferrer">
            Continue
          </a>
        </p>
      </div>
    </PlainFrame>
  );
}

/** The provider did not let somebody in, or nobody here knows them. */
export function NotSignedInPage({ name, problem }: { readonly name: string; readonly problem: string }) {
  return (
    <PlainFrame title="Not signed in">
      <div class="stack">
        <h1>Not signed in with {name}</h1>
        <FormError why={problem} />
        <p>
          <a class="button" href="/sign-in">
            Back to sign-in
          </a>
        </p>
      </div>
    </PlainFrame>
  );
}

interface ProviderSectionProps {
  readonly user: User;
  /** The name of the provider. */
  readonly name: string;
  readonly isLinked: boolean;
}

/** A person's account at the provider, in their settings. */
export function ProviderSection({ user, name, isLinked }: ProviderSectionProps) {
  return (
    <section class="section" id="provider">
      <h2>Sign in with {name}</h2>
      <ul class="rows" aria-label={`Sign in with ${name}`}>
        <li>
          <div class="line">
            <div class="grow">
              <strong>{name}</strong>{' '}
              <Pill tone={isLinked ? 'good' : 'plain'}>{isLinked ? 'Linked' : 'Not linked'}</Pill>
            </div>
            <ActForm
              action={isLinked ? '/settings/sign-in/provider/remove' : '/settings/sign-in/provider'}
              csrfToken={user.csrfToken}
              ask={isLinked ? `Remove the link to your account at ${name}?` : undefined}
            >
              <button class={isLinked ? 'button danger' : 'button'} type="submit">
                {isLinked ? 'Remove' : 'Link my account'}
              </button>
            </ActForm>
          </div>
          <div class="small soft">
            {isLinked
              ? `You can sign in with your account at ${name}.`
              : `Link your account at ${name} to sign in with it.`}
          </div>
        </li>
      </ul>
    </section>
  );
}
