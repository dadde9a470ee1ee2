/** The timeout of each request, in ms: short, so that a blocked connection is reported soon. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** The severity of a finding; only a problem makes the doctor fail. */
type FindingStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** The headings of findings. */
export const FINDING_GROUPS = {
  machine: 'This machine',
  settings: 'Settings',
  backend: 'Backend',
  accounts: 'Accounts',
  hosts: 'Programs that use the tools',
} as const;

type FindingGroup = keyof typeof FINDING_GROUPS;

/** The result of one check. */
export interface Finding {
  /** `server`, `account:acc_…`, `host:cursor:key`: stable between runs. */
  readonly id: string;
  readonly group: FindingGroup;
  readonly status: FindingStatus;
  /** What was found, in one or two sentences. */
  readonly what: string;
  /** How to fix it; null if there is nothing to fix. */
  readonly fix: string | null;
  /** Details for programs: versions, addresses, seconds. */
  readonly facts: Readonly<Record<string, unknown>>;
}

type Facts = Finding['facts'];

/** Constructors for the findings of one group. */
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

/** The number of findings of each status. */
export function countsOf(findings: readonly Finding[]): Readonly<Record<FindingStatus, number>> {
  const counts = { ok: 0, warning: 0, problem: 0, skipped: 0 };
  for (const { status } of findings) counts[status] += 1;
  return counts;
}
