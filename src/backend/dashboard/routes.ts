import type { Context, Hono } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { OPERATIONS } from '../../contract/operations.js';
import { isTokenOf } from '../domain/access/csrf-token.js';
import type { Session } from '../domain/access/sessions.js';
import { compressed, isOwnVisit } from '../http/compressed.js';
import { routed } from '../http/page-answer.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { HttpEnv, RequestContext } from '../http/request-context.js';
import { sentFile } from '../http/sent-file.js';
import { RequestRefused } from '../operations/refusal.js';
import type { SentFile } from '../operations/sent-file.js';
import { goTo, htmlAnswer, leadTo } from './answers.js';
import { type Form, readForm } from './form.js';
import { type Person, personOf } from './person.js';
import { isByScript, refusedAnswer, sessionOf } from './problem-answers.js';

/** What a page works with. */
export interface Visit {
  readonly person: Person;
  readonly session: Session;
  readonly context: RequestContext;
  readonly request: Request;
  /** A parameter of the path. */
  param(name: string): string;
  readonly query: URLSearchParams;
  /** A script of the page asks for a piece of it. */
  readonly byScript: boolean;
}

export interface FormVisit extends Visit {
  readonly form: Form;
  /** Sends the browser to another page, whoever asked. */
  goTo(path: string): Response;
}

/** Operations that take the bytes of a file from a person's page. */
type TakingFiles = 'media.create';

interface FileVisit extends Visit {
  /** To be read once, as it comes. */
  readonly file: SentFile;
}

type Shown = JSX.Element | Response;

/** The pages of people who are signed in. */
export class PersonRoutes {
  readonly #app: Hono<HttpEnv>;
  readonly #engine: OperationEngine;

  constructor(app: Hono<HttpEnv>, engine: OperationEngine) {
    this.#app = app;
    this.#engine = engine;
  }

  /** A page, or a piece of one, that changes nothing. It is compressed; answers to forms, where secrets stand, are not. */
  show(path: string, page: (visit: Visit) => Shown | Promise<Shown>): void {
    this.#app.get(path, async (c) => {
      const context = routed(c, templateOf(path));
      const session = await sessionOf(c, this.#engine);
      if (!session) return this.#signInFirst(c, context);
      const visit = this.#visit(c, context, session);
      const answer = await answered(visit, () => page(visit));
      return isOwnVisit(c.req.raw) ? compressed(answer, c.req.raw) : answer;
    });
  }

  /** What a form of our own pages does. Another site cannot know its token. */
  act(path: string, act: (visit: FormVisit) => Shown | Promise<Shown>): void {
    this.#app.post(path, async (c) => {
      const context = routed(c, templateOf(path));
      const session = await sessionOf(c, this.#engine);
      if (!session) return this.#signInFirst(c, context);
      const visit = this.#visit(c, context, session);
      return answered(visit, async () => {
        const form = await readForm(c.req.raw);
        requireToken(session, c.req.header('x-csrf-token') ?? form.text('csrf'));
        return act({
          ...visit,
          form,
          goTo: (to) => (visit.byScript ? leadTo(context, to) : goTo(context, to)),
        });
      });
    });
  }

  /** What takes a file that a script of our own pages sends, as the bytes of its body. */
  take(path: string, id: TakingFiles, take: (visit: FileVisit) => Promise<Response>): void {
    this.#app.post(path, async (c) => {
      const context = routed(c, templateOf(path));
      const session = await sessionOf(c, this.#engine);
      if (!session) return this.#signInFirst(c, context);
      const visit = this.#visit(c, context, session);
      return answered(visit, () => {
        requireToken(session, c.req.header('x-csrf-token') ?? '');
        return take({ ...visit, file: sentFile(c, OPERATIONS[id].files, false) });
      });
    });
  }

  #signInFirst(c: Context<HttpEnv>, context: RequestContext): Response {
    const { pathname, search } = new URL(c.req.url);
    const from = c.req.method === 'GET' && !isByScript(c) && pathname !== '/' ? `${pathname}${search}` : '';
    const path = from === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from)}`;
    return isByScript(c) ? leadTo(context, path) : goTo(context, path);
  }

  #visit(c: Context<HttpEnv>, context: RequestContext, session: Session): Visit {
    return {
      person: personOf(session, this.#engine, context),
      session,
      context,
      request: c.req.raw,
      param: (name) => c.req.param(name) ?? '',
      query: new URL(c.req.url).searchParams,
      byScript: isByScript(c),
    };
  }
}

/** What the page shows, or what stood in its way in a person's words. */
async function answered({ context, person, byScript }: Visit, work: () => Shown | Promise<Shown>) {
  try {
    const shown = await work();
    return shown instanceof Response ? shown : await htmlAnswer(context, shown);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    return refusedAnswer(context, error, { person, byScript });
  }
}

/** @throws RequestRefused where the token is not this session's */
function requireToken(session: Session, token: string): void {
  if (isTokenOf(session.csrfSecret, token)) return;
  throw new RequestRefused(
    'origin_refused',
    'That form was not one of this session’s pages. Go back, load the page again, and send it again: nothing was done.',
  );
}

/** `/posts/:id` as the log and the contract write it. */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
