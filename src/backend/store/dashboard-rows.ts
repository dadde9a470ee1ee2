/** The tables of the dashboard's access. Instants are epoch milliseconds of system time. */
export interface DashboardTables {
  sign_in_links: SignInLinkRow;
  sessions: SessionRow;
  admin_password: AdminPasswordRow;
}

/** A link that signs one browser in, once. */
interface SignInLinkRow {
  /** SHA-256 of its secret, hexadecimal. */
  hash: string;
  workspace_id: string;
  created_at: number;
  expires_at: number;
}

interface SessionRow {
  /** SHA-256 of what the browser's cookie holds, hexadecimal. */
  hash: string;
  workspace_id: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

interface AdminPasswordRow {
  id: 1;
  /** `scrypt$N$r$p$salt$key`, the last two in base64url. */
  hash: string;
  changed_at: number;
}
