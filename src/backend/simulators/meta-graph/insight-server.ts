import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { AUDIENCES, followersOf, responseTo } from '../shared/audience.js';
import { type SimulatedCall, textOf } from '../shared/network-server.js';
import { countReplies } from '../shared/thread-of.js';
import type { SimulatedPost } from '../simulator.js';
import { unknownObject } from './comment-server.js';

/** What a network counts by its own names. Reactions are counted by kind. */
type Insights = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** What a network has counted of a post, in its general terms. */
type Counted = ReturnType<typeof responseTo> & { readonly replies: number };

/** Insights of posts of one Graph API network. */
export interface InsightEdge {
  readonly platform: 'facebook' | 'instagram' | 'threads';
  /** How old the numbers are, in milliseconds. */
  readonly lagMs: number;
  /** What it counts of a post; null: it is gone. */
  readonly insightsOf: (post: SimulatedPost, counted: Counted, now: number) => Insights | null;
  /** Metrics of other forms of post. */
  readonly others: readonly string[];
  /** Whether the error for an unknown name says which names there are. */
  readonly namesValid: boolean;
  /** Whether a count is left out until somebody has done it. */
  readonly leavesOutZero: boolean;
}

function refusal(message: string): WireResponse {
  return json(400, {
    error: {
      message: `(#100) ${message}`,
      type: 'OAuthException',
      code: 100,
      fbtrace_id: 'AxSimulated0trace',
    },
  });
}

/** The error for the first name that the network does not give of this object; null: it gives all. */
function refusedName(
  names: readonly string[],
  valid: readonly string[],
  { others, namesValid }: Pick<InsightEdge, 'others' | 'namesValid'>,
): WireResponse | null {
  const place = names.findIndex((name) => !valid.includes(name));
  const name = names[place];
  if (name === undefined) return null;
  if (others.includes(name)) return refusal(`The metric ${name} is not supported for this media type`);
  return refusal(
    namesValid
      ? `metric[${place}] must be one of the following values: ${[...valid, ...others].join(', ')}`
      : 'The value must be a valid insights metric',
  );
}

function insight(id: string, name: string, period: string, value: Insights[string]) {
  return { name, period, values: [{ value }], id: `${id}/insights/${name}/${period}` };
}

/** The insights of a post. */
export async function postInsights(
  edge: InsightEdge,
  { context, fields, params }: SimulatedCall,
  post: SimulatedPost | null,
): Promise<WireResponse> {
  const id = params['id'] ?? '';
  if (!post) return unknownObject(id);
  const { platform, lagMs } = edge;
  const counted = {
    ...responseTo(post, AUDIENCES[platform], context.now - lagMs),
    replies: await countReplies(platform, post, context.memory),
  };
  const insights = edge.insightsOf(post, counted, context.now);
  if (insights === null) return unknownObject(id);
  const names = textOf(fields, 'metric').split(',');
  const wrong = refusedName(names, Object.keys(insights), edge);
  if (wrong) return wrong;
  const data = names.flatMap((name) => {
    const value = insights[name] ?? 0;
    return value === 0 && edge.leavesOutZero ? [] : [insight(id, name, 'lifetime', value)];
  });
  return json(200, { data });
}

/** How many follow an account, as an insight of this name. */
export function followerInsight(
  { account, context, fields, params }: SimulatedCall,
  name: string,
  period: string,
): WireResponse {
  const id = params['id'] ?? '';
  if (id !== account.networkUserId) return unknownObject(id);
  const wrong = refusedName(textOf(fields, 'metric').split(','), [name], { others: [], namesValid: false });
  const followers = followersOf(account.networkUserId, context.now);
  return wrong ?? json(200, { data: [insight(id, name, period, followers)] });
}
