/** How long each request may take, in ms: what a firewall swallows is said soon. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** How a finding counts: only a problem makes the doctor fail. */
type FindingStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** Headings under which a person reads findings. */
export const FINDING_GROUPS = {
  machine: 'This machine',
  settings: 'Settings',
  backend: 'Backend',
  accounts: 'Accounts',
  hosts: 'Programs with the tools',
} as const;

type FindingGroup = keyof typeof FINDING_GROUPS;

/** One thing that was looked at. */
export interface Finding {
  /** `server`, `account:acc_…`, `host:cursor:key`: the same for the same thing at every run. */
  readonly id: string;
  readonly group: FindingGroup;
  readonly status: FindingStatus;
  /** What was found, in a sentence or two. */
  readonly what: string;
  /** What to do about it; null where there is nothing to do. */
  readonly fix: string | null;
  /** The same for a program: versions, addresses, seconds. */
  readonly facts: Readonly<Record<string, unknown>>;
}

type Facts = Finding['facts'];

/** The findings of one group, made in a word each. */
export function findingsOf(group: FindingGroup) {
  const finding =
    (status: FindingStatus) =>
    (id: string, what: string, fix: string | null, facts: Facts = {}): Finding => ({
      id,
      group,
      status,
      what,
      fix,
      facts,
    });
  const fine = finding('ok');
  return {
    ok: (id: string, what: string, facts: Facts = {}): Finding => fine(id, what, null, facts),
    warning: finding('warning'),
    problem: finding('problem'),
    skipped: finding('skipped'),
  };
}

/** How many findings there are of each status. */
export function countsOf(findings: readonly Finding[]): Readonly<Record<FindingStatus, number>> {
  const counts = { ok: 0, warning: 0, problem: 0, skipped: 0 };
  for (const { status } of findings) counts[status] += 1;
  return counts;
}
