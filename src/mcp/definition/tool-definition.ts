import type { Scope } from '../../contract/scopes.js';
import type { Toolset } from '../../contract/service/key-policy.js';

interface Described {
  /** One line for the model: meaning, unit, default, example. */
  readonly description?: string;
  /** Its meaning in the documentation, if hosts are not told: another tool or an answer says it when it is useful. */
  readonly documented?: string;
  readonly required?: true;
  /** Other accepted names. Case and underscores never matter. */
  readonly aliases?: readonly string[];
  /** A valid value, shown in errors. */
  readonly example?: unknown;
  /** `null` has a meaning. For all other arguments it is the same as omitting the argument. */
  readonly nullable?: true;
  /** Accepted but not listed to hosts: an answer or another tool names it when it is useful. */
  readonly hidden?: true;
}

export interface TextField extends Described {
  readonly type: 'string';
  /** The allowed values. */
  readonly values?: readonly string[];
  /** The values are enforced, but another argument already lists them. */
  readonly valuesListedElsewhere?: true;
  /** Other accepted words for its values. */
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
  /** `{x: {…}}` is read as `[{target: 'x', …}]`, with this name for the key. */
  readonly keyedBy?: string;
}

export interface RecordField extends Described {
  readonly type: 'object';
  readonly fields: Fields;
  /** Only these fields are listed: another tool describes the rest. */
  readonly listOnly?: readonly string[];
  /** Only their names and types are listed: another tool describes them. */
  readonly listBriefly?: true;
  /** Unknown names are accepted too, with simple values. The fields are the most common ones. */
  readonly open?: true;
}

export type Field = TextField | IntegerField | BooleanField | ListField | RecordField;
export type Fields = Readonly<Record<string, Field>>;

/** A value of an open record. */
type SimpleValue = string | number | boolean | string[] | null;

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

/** The input of a handler: the arguments of a call after reading. */
export type InputOf<All> = {
  readonly [Name in keyof All as All[Name] extends { readonly required: true } ? Name : never]: OrNull<
    All[Name]
  >;
} & {
  readonly [Name in keyof All as All[Name] extends { readonly required: true } ? never : Name]?:
    | OrNull<All[Name]>
    | undefined;
};

/** One tool as data: what tools/list says about it, and how its arguments are read. */
export interface ToolDefinition {
  readonly name: `postrider_${string}`;
  readonly title: string;
  /** What it does, when not to use it, what to call next. */
  readonly description: string;
  readonly toolset: Toolset;
  /** The scope that the call needs at least. The API decides. */
  readonly scope: Scope;
  /** It changes nothing, and so is available with `--read-only`. */
  readonly readOnly: boolean;
  readonly hints: {
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly input: Fields;
}

/** Keeps the definition's exact type, from which its handler's input type is derived. */
export function defineTool<const Definition extends ToolDefinition>(definition: Definition): Definition {
  return definition;
}
