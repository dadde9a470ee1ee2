import type { Generated } from 'kysely';

/** Tables for signing in to the dashboard. Instants are epoch milliseconds of system time. */
export interface DashboardTables {
  sign_in_links: SignInLinkRow;
  sessions: Omit<SessionRow, 'browser' | 'address' | 'confirmed_at'> & {
    browser: Generated<string>;
    address: Generated<string>;
    confirmed_at: Generated<number>;
  };
  kept_forms: KeptFormRow;
}

/** A single-use sign-in link. */
interface SignInLinkRow {
  /** SHA-256 of the link's secret, hexadecimal. */
  hash: string;
  workspace_id: string;
  person_id: string | null;
  created_at: number;
  expires_at: number;
}

interface SessionRow {
  /** SHA-256 of the session cookie's value, hexadecimal. */
  hash: string;
  workspace_id: string;
  person_id: string | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  /** The browser in words, such as `Firefox on Linux`; empty: not recorded. */
  browser: string;
  /** The IP address of the latest recorded use; empty: not recorded. */
  address: string;
  /** When its person last proved who they are. */
  confirmed_at: number;
}

/** The form of a post as its user left it. */
interface KeptFormRow {
  workspace_id: string;
  /** The key that acts for the user. */
  api_key_id: string;
  /** The id of the edited post, or the idempotency key of a new one. */
  form_id: string;
  /** The fields as a form sends them. */
  fields: string;
  first_line: string;
  /** Workspace time, epoch milliseconds. */
  saved_at: number;
}
