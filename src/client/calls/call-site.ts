/** Where a program called the client: the stack of a failed call starts there instead of inside the client. */
export class CallSite {
  #frames = '';
  readonly #held: { stack?: string } = {};

  /** @param called the function that the program called; it and everything that it called are left out */
  constructor(called: (...args: never[]) => unknown) {
    // V8 and JavaScriptCore have it. V8 formats the frames when they are read, so a successful call costs little.
    Error.captureStackTrace?.(this.#held, called);
  }

  /** The result of a call. Its error gets this place as its stack, as often as the client passes it on. */
  async of<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result;
    } catch (error) {
      if (error instanceof Error) this.#putInto(error);
      throw error;
    }
  }

  #putInto(error: Error): void {
    this.#frames ||= framesOf(this.#held.stack ?? '');
    if (this.#frames !== '') error.stack = `${error.name}: ${error.message}\n${this.#frames}`;
  }
}

/** The lines of a stack below its message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s*at |@/.test(line))
    .join('\n');
}
