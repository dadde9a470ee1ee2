import { openSession, type ToolAnswer, YES } from '../../support/mcp-session.js';

/** Somebody who uses the built tool server over standard input and output, and says yes to every question. */
export class ToolUser {
  /** The questions that were asked, oldest first. */
  readonly asked: readonly string[];
  readonly #call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

  private constructor(asked: readonly string[], call: ToolUser['try']) {
    this.asked = asked;
    this.#call = call;
  }

  /** Starts the tool server, which ends with the test. @param env where its backend is, and with which key */
  static async open(env: Readonly<Record<string, string>>): Promise<ToolUser> {
    const asked: string[] = [];
    const session = await openSession({
      env,
      reply: (message) => {
        asked.push(message);
        return YES;
      },
    });
    return new ToolUser(asked, (name, args) => session.call(`postrider_${name}`, { ...args }));
  }

  /** Calls a tool, which may refuse. @param name without `postrider_` */
  try(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    return this.#call(name, args);
  }

  /** @throws Error the tool refused */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const answer = await this.try(name, args);
    if (answer.isError) throw new Error(`postrider_${name}: ${answer.text}`);
    return answer;
  }
}
