import type { Generated } from 'kysely';
import type { Role } from '../../../contract/roles.js';

/** People, their roles and invitations. Instants are epoch milliseconds of system time. */
export interface PeopleTables {
  people: Omit<PersonRow, 'name' | 'password_hash' | 'password_changed_at' | 'disabled_at'> & {
    name: Generated<string | null>;
    password_hash: Generated<string | null>;
    password_changed_at: Generated<number | null>;
    disabled_at: Generated<number | null>;
  };
  memberships: MembershipRow;
  invitations: Omit<InvitationRow, 'used_by' | 'used_at'> & {
    used_by: Generated<string | null>;
    used_at: Generated<number | null>;
  };
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
}

interface MembershipRow {
  person_id: string;
  workspace_id: string;
  role: Role;
  created_at: number;
}

interface InvitationRow {
  id: string;
  /** SHA-256 of the link's secret, hexadecimal. */
  hash: string;
  workspace_id: string;
  role: Role;
  /** Whoever made it. */
  api_key_id: string;
  created_at: number;
  expires_at: number;
  /** The person who accepted it; null: nobody so far. */
  used_by: string | null;
  used_at: number | null;
}
