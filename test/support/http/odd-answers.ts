/** A successful answer that is not Postrider's. */
export interface OddAnswer {
  readonly what: string;
  readonly respond: () => Response;
}

const json = (body: string) => (): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });

export const ODD_ANSWERS: readonly OddAnswer[] = [
  {
    what: 'a page to sign in',
    respond: () => new Response('<title>Hotel WiFi</title>', { headers: { 'content-type': 'text/html' } }),
  },
  { what: 'nothing', respond: json('') },
  { what: 'half of an answer', respond: json('{"data":[{"id":') },
  { what: 'null', respond: json('null') },
  { what: 'a list', respond: json('[]') },
  { what: 'an empty object', respond: json('{}') },
  { what: 'no list', respond: json('{"data":null,"nextCursor":null}') },
  { what: 'a list of something else', respond: json('{"data":[{"id":7}],"nextCursor":null}') },
];

/** Fields whose values a newer version may add to. */
const GROWING = /^(status|state|platform|phase|kind|health|scheduleMode|replyWindow|code|severity)$/;

/** The same with a value that this version does not know in each field whose values may grow. */
export function withNewValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      GROWING.test(name) && typeof field === 'string' ? 'brand_new' : withNewValues(field),
    ]),
  );
}
