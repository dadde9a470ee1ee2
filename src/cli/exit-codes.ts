/** What a command ends with, so that a script can act on it. Shown in `postrider --help`. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: 'Done.' },
  failed: {
    code: 1,
    meaning:
      'It failed: a post was not published, a reply not sent, the doctor found a problem, or something unforeseen happened.',
  },
  usage: { code: 2, meaning: 'The command line could not be read. Nothing was done.' },
  configuration: { code: 3, meaning: 'A key or another setting is missing, unusable, or may not do this.' },
  refused: { code: 4, meaning: 'Refused by a rule (422) or by the present state (409): change the request.' },
  not_found: { code: 5, meaning: 'No such post, comment, conversation, medium, account, key or tool.' },
  unavailable: {
    code: 6,
    meaning: 'No connection, too many requests, or the service failed: try again later.',
  },
  outcome_unknown: {
    code: 7,
    meaning: 'It was sent and its outcome is not known: repeat it as the message says.',
  },
  not_confirmed: { code: 8, meaning: 'A confirmation was declined, or needed and not given (--yes).' },
  not_ended: { code: 9, meaning: 'It is still under way: the time to wait was over.' },
  interrupted: { code: 130, meaning: 'Ended by Ctrl-C.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type ExitKind = keyof typeof EXIT_CODES;

export function exitCodeOf(kind: ExitKind): number {
  return EXIT_CODES[kind].code;
}
