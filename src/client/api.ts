import type {
  BodyOf,
  OPERATIONS,
  OperationId,
  ParamsOf,
  ParsedQueryOf,
  ResponseOf,
} from '../contract/operations.js';
import { type Call, OPERATION_IDS, operationOf, type Perform } from './calls/call.js';
import { CallPromise } from './calls/call-promise.js';
import { CallSite } from './calls/call-site.js';
import type { CallOptions, KeyedCallOptions } from './options.js';
import { listCall, type PagePromise } from './page.js';

type Row<Id extends OperationId> = (typeof OPERATIONS)[Id];

/** The path parameters, in order. */
type PathValues<Path extends string, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends keyof Params
    ? [id: Params[Name], ...PathValues<Rest, Params>]
    : never
  : [];

/** A parameter with several values accepts an array or a comma-separated string. */
type QueryValue<Value> = Value extends readonly (infer Item)[] ? readonly Item[] | string : Value;

/** The query parameters of an operation. */
export type QueryFor<Id extends OperationId> =
  ParsedQueryOf<Id> extends infer Query ? { [Name in keyof Query]: QueryValue<Query[Name]> } : never;

type PathArguments<Id extends OperationId> = 'params' extends keyof Row<Id>
  ? PathValues<Row<Id>['path'], ParamsOf<Id>>
  : [];
type BodyArguments<Id extends OperationId> = 'body' extends keyof Row<Id> ? [body: BodyOf<Id>] : [];
type QueryArguments<Id extends OperationId> = 'query' extends keyof Row<Id> ? [query?: QueryFor<Id>] : [];
type OptionArguments<Id extends OperationId> =
  Row<Id> extends { readonly keyed: true } ? [options?: KeyedCallOptions] : [options?: CallOptions];

/** Operations that accept only a file have no method: `media.upload` calls them. */
type MethodName<Id extends OperationId, Resource extends string> =
  Row<Id> extends { readonly files: object; readonly body?: undefined }
    ? never
    : Id extends `${Resource}.${infer Name}`
      ? Name
      : never;

type Result<Id extends OperationId> =
  Row<Id> extends { readonly paged: true }
    ? ResponseOf<Id> extends { data: (infer Item)[] }
      ? PagePromise<Item>
      : never
    : CallPromise<ResponseOf<Id>>;

type ResourceOf<Id extends OperationId> = Id extends `${infer Resource}.${string}` ? Resource : never;

/**
 * All operations as methods: `posts.create` of the table is `posts.create()` here. A method accepts path
 * parameters, body, query and options, in this order, if its operation has them. (The types are inline, so that
 * editors show them.)
 */
export type Api = {
  readonly [Resource in ResourceOf<OperationId>]: {
    readonly [Id in OperationId as MethodName<Id, Resource>]: (
      ...args: [...PathArguments<Id>, ...BodyArguments<Id>, ...QueryArguments<Id>, ...OptionArguments<Id>]
    ) => Result<Id>;
  };
};

type AnyMethod = (...args: unknown[]) => CallPromise<unknown>;

/** The methods of every resource, built from the operation table. */
function methodsOf(perform: Perform): Readonly<Record<string, Readonly<Record<string, AnyMethod>>>> {
  const resources: Record<string, Record<string, AnyMethod>> = {};
  for (const id of OPERATION_IDS) {
    const { hasBody, hasFiles } = operationOf(id);
    if (hasFiles && !hasBody) continue;
    const [resource = id, name = id] = id.split('.');
    resources[resource] = { ...resources[resource], [name]: methodOf(id, perform) };
  }
  return resources;
}

function methodOf(id: OperationId, perform: Perform): AnyMethod {
  const { paged } = operationOf(id);
  const method: AnyMethod = (...args) => {
    const site = new CallSite(method);
    const call = callOf(id, args);
    const fromSite: Perform = (one) => site.of(perform(one));
    return paged === true ? listCall(call, fromSite) : new CallPromise<unknown>(fromSite(call));
  };
  return method;
}

/** Reads a method's arguments, in the order of {@link Api}. */
function callOf(id: OperationId, args: readonly unknown[]): Call {
  const operation = operationOf(id);
  const names = operation.path.match(/\{\w+\}/g) ?? [];
  const rest = args.slice(names.length);
  const body = operation.hasBody ? rest.shift() : undefined;
  const query = operation.hasQuery ? rest.shift() : undefined;
  return {
    operation: id,
    params: args.slice(0, names.length) as readonly string[],
    query: (query ?? {}) as Call['query'],
    body,
    options: (rest.shift() ?? {}) as KeyedCallOptions,
  };
}

/**
 * The class with every resource as a property. The cast is the only place where the methods built at run time get
 * the types derived from the same table.
 */
export const ApiSurface = class {
  constructor(perform: Perform) {
    Object.assign(this, methodsOf(perform));
  }
} as new (
  perform: Perform,
) => Api;
