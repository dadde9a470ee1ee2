import type { Generated } from 'kysely';
import type { Role } from '../../../contract/roles.js';
import type { Sealed } from '../sealing/sealed.js';

/** People, their roles and invitations. Instants are epoch milliseconds of system time. */
export interface PeopleTables {
  people: Omit<
    PersonRow,
    'name' | 'password_hash' | 'password_changed_at' | 'disabled_at' | 'totp_secret' | 'totp_step'
  > & {
    name: Generated<string | null>;
    password_hash: Generated<string | null>;
    password_changed_at: Generated<number | null>;
    disabled_at: Generated<number | null>;
    totp_secret: Generated<Sealed | null>;
    totp_step: Generated<number | null>;
  };
  memberships: MembershipRow;
  invitations: Omit<InvitationRow, 'used_by' | 'used_at'> & {
    used_by: Generated<string | null>;
    used_at: Generated<number | null>;
  };
  recovery_codes: Omit<RecoveryCodeRow, 'used_at'> & { used_at: Generated<number | null> };
  sign_in_steps: SignInStepRow;
  oidc_identities: Omit<OidcIdentityRow, 'last_used_at'> & { last_used_at: Generated<number | null> };
  passkeys: Omit<PasskeyRow, 'last_used_at'> & { last_used_at: Generated<number | null> };
}

export interface PersonRow {
  id: string;
  /** What they sign in with, in lower case; null: the first owner, who has not chosen one, or somebody who was removed. */
  name: string | null;
  /** How others see them. */
  display_name: string;
  /** `scrypt$N$r$p$salt$key`, the last two in base64url; null: no password is set. */
  password_hash: string | null;
  password_changed_at: number | null;
  /** Nobody can act as them from then on; null: active. */
  disabled_at: number | null;
  created_at: number;
  /** The secret of their authenticator app; null: they have none. */
  totp_secret: Sealed | null;
  /** The last step whose code was used (30 s each, since 1970). */
  totp_step: number | null;
}

interface MembershipRow {
  person_id: string;
  workspace_id: string;
  role: Role;
  created_at: number;
}

export interface InvitationRow {
  id: string;
  /** SHA-256 of the link's secret, hexadecimal. */
  hash: string;
  workspace_id: string;
  role: Role;
  /** Who made it. */
  api_key_id: string;
  created_at: number;
  expires_at: number;
  /** The person who accepted it; null: nobody so far. */
  used_by: string | null;
  used_at: number | null;
}

interface RecoveryCodeRow {
  person_id: string;
  /** SHA-256 of the code without hyphens, hexadecimal. */
  hash: string;
  used_at: number | null;
}

/** A sign-in that waits for its next step. */
export interface SignInStepRow {
  /** SHA-256 of the secret in the browser’s cookie, hexadecimal. */
  hash: string;
  /**
   * `second_factor`: the password was right. `passkey_create`, `passkey_sign`: a browser has a challenge for a passkey.
   * `oidc`: a browser is at the OpenID Connect provider.
   */
  kind: 'second_factor' | 'passkey_create' | 'passkey_sign' | 'oidc';
  person_id: string | null;
  workspace_id: string | null;
  data_json: string;
  expires_at: number;
}

interface PasskeyRow {
  /** The id of the credential, base64url. */
  id: string;
  person_id: string;
  /** As its person calls it. */
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Of the authenticator's latest answer; 0: it does not count. */
  counter: number;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
}

/** An account at an OpenID Connect provider with which somebody signs in. */
interface OidcIdentityRow {
  issuer: string;
  /** The provider’s name for the account, which never changes hands. */
  subject: string;
  person_id: string;
  created_at: number;
  last_used_at: number | null;
}
