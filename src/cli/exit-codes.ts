/** Exit codes, for scripts to act on. `postrider --help` lists them. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: 'Success.' },
  failed: {
    code: 1,
    meaning:
      'Failed: a post was not published, a reply was not sent, the doctor found a problem, or an unexpected error occurred.',
  },
  usage: { code: 2, meaning: 'Usage error: the command line is invalid. Nothing was done.' },
  configuration: {
    code: 3,
    meaning: 'The API key or another setting is missing, invalid or lacks permission.',
  },
  refused: {
    code: 4,
    meaning: 'Rejected by a rule (422) or because of the current state (409): change the request.',
  },
  not_found: {
    code: 5,
    meaning: 'Not found: no such post, comment, conversation, media file, account, key or tool.',
  },
  unavailable: {
    code: 6,
    meaning: 'No connection, too many requests, or a backend error: try again later.',
  },
  outcome_unknown: {
    code: 7,
    meaning: 'The request was sent and its outcome is unknown: follow the message before you retry.',
  },
  not_confirmed: {
    code: 8,
    meaning: 'Not confirmed: you declined, or confirmation was needed and --yes was not given.',
  },
  not_ended: { code: 9, meaning: 'Still in progress when the wait time ran out.' },
  data_in_use: {
    code: 10,
    meaning: 'Another backend is running on this data folder. A second one needs PostgreSQL.',
  },
  data_unusable: {
    code: 11,
    meaning:
      'The backend’s data cannot be used until someone acts: the disk is full, or the database is damaged, incomplete or from a newer version.',
  },
  secret_key: {
    code: 12,
    meaning: 'The secret key is missing, invalid, or not the one with which the backend’s data was sealed.',
  },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl-C.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type ExitKind = keyof typeof EXIT_CODES;

export function exitCodeOf(kind: ExitKind): number {
  return EXIT_CODES[kind].code;
}
