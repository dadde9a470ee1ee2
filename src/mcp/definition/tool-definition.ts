import type { Scope } from '../../contract/scopes.js';
import type { Toolset } from '../../contract/service/key-policy.js';

interface Described {
  /** One line for the model: meaning, unit, default, example. */
  readonly description?: string;
  readonly required?: true;
  /** Other names that are understood. Case and underscores never matter. */
  readonly aliases?: readonly string[];
  /** A valid value, shown in refusals. */
  readonly example?: unknown;
  /** `null` means something and is kept; everywhere else it is the same as leaving the argument out. */
  readonly nullable?: true;
  /** It is understood, but hosts are not shown it: an answer or another tool names it where it is of use. */
  readonly hidden?: true;
}

export interface TextField extends Described {
  readonly type: 'string';
  /** The closed list of what it may be. */
  readonly values?: readonly string[];
  /** The list is enforced, but another argument already publishes it. */
  readonly valuesListedElsewhere?: true;
  /** Other words for its values. */
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly maxLength?: number;
  /** Several values at once are read as this other argument. */
  readonly severalAs?: string;
}

interface IntegerField extends Described {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
}

interface BooleanField extends Described {
  readonly type: 'boolean';
}

export interface ListField extends Described {
  readonly type: 'array';
  readonly items: TextField | RecordField;
  readonly maxItems?: number;
  /** `{x: {…}}` is understood as `[{target: 'x', …}]`, with this name for the key. */
  readonly keyedBy?: string;
}

export interface RecordField extends Described {
  readonly type: 'object';
  readonly fields: Fields;
  /** Only these are published: another tool describes the rest. */
  readonly listOnly?: readonly string[];
  /** Other names are taken too, with simple values; the fields are the ones best known. */
  readonly open?: true;
}

export type Field = TextField | IntegerField | BooleanField | ListField | RecordField;
export type Fields = Readonly<Record<string, Field>>;

/** What an open record may hold. */
type SimpleValue = string | number | boolean | string[];

type ValueOf<F> = F extends { readonly values: readonly (infer Value)[] }
  ? Value
  : F extends { readonly type: 'string' }
    ? string
    : F extends { readonly type: 'integer' }
      ? number
      : F extends { readonly type: 'boolean' }
        ? boolean
        : F extends { readonly open: true }
          ? Readonly<Record<string, SimpleValue>>
          : F extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly ValueOf<Item>[]
            : F extends { readonly type: 'object'; readonly fields: infer Inner }
              ? InputOf<Inner>
              : never;

type OrNull<F> = F extends { readonly nullable: true } ? ValueOf<F> | null : ValueOf<F>;

/** What a handler receives: the arguments of a call after they were read. */
export type InputOf<All> = {
  readonly [Name in keyof All as All[Name] extends { readonly required: true } ? Name : never]: OrNull<
    All[Name]
  >;
} & {
  readonly [Name in keyof All as All[Name] extends { readonly required: true } ? never : Name]?:
    | OrNull<All[Name]>
    | undefined;
};

/** One tool as data: what is published about it and how its arguments are read. Its handler is elsewhere. */
export interface ToolDefinition {
  readonly name: `postrider_${string}`;
  readonly title: string;
  /** What it does, when not to use it, what to call next. */
  readonly description: string;
  readonly toolset: Toolset;
  /** The permission that the call needs at the least; the API decides. */
  readonly scope: Scope;
  /** It changes nothing: `--read-only` keeps it. */
  readonly readOnly: boolean;
  readonly hints: {
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly input: Fields;
}

/** Gives a definition its exact type, from which its handler's input follows. */
export function defineTool<const Definition extends ToolDefinition>(definition: Definition): Definition {
  return definition;
}
