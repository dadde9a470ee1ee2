import * as z from 'zod';
import { isRecord } from '../../base/is-record.js';
import type { Host } from './hosts.js';
import { SettingsUnreadable } from './unreadable.js';

/** An entry of a host's settings that starts Postrider, or connects to it, as it stands there. */
export interface KnownEntry {
  /** Its name in the file: mostly `postrider`. */
  readonly name: string;
  /** Null where it names an address instead of a program. */
  readonly start: { readonly command: string; readonly args: readonly string[] } | null;
  /** The address of `/mcp`; null where it starts a program. */
  readonly url: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The host is told not to start it. */
  readonly off: boolean;
}

const Texts = z.record(z.string(), z.coerce.string());

/** The forms in which hosts write an entry, taken together. */
const Entry = z.object({
  command: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  args: z.array(z.coerce.string()).default([]),
  env: Texts.default({}),
  environment: Texts.default({}),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: Texts.default({}),
  disabled: z.boolean().default(false),
  enabled: z.boolean().default(true),
});

/**
 * Our entries in the text of a host's settings: those under our name, and those that start our program under
 * another.
 *
 * @throws SettingsUnreadable where the file is no JSON or TOML, or an entry has a form that no host reads
 */
export async function readEntries({ format, under }: Host, text: string): Promise<readonly KnownEntry[]> {
  const whole = await parsed(format, text);
  const entries = under.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), whole);
  if (!isRecord(entries)) return [];
  return Object.entries(entries)
    .filter(
      ([name, entry]) => name === 'postrider' || JSON.stringify(entry ?? null).includes('postrider.cjs'),
    )
    .map(([name, entry]) => knownEntry(name, entry));
}

function knownEntry(name: string, written: unknown): KnownEntry {
  const read = Entry.safeParse(written);
  if (!read.success) throw new SettingsUnreadable(`The entry "${name}" has no form that is known.`);
  const { command, args, env, environment, url, serverUrl, httpUrl, headers, disabled, enabled } = read.data;
  const [program, ...first] = typeof command === 'string' ? [command] : (command ?? []);
  const start = program === undefined ? null : { command: program, args: [...first, ...args] };
  const address = url ?? serverUrl ?? httpUrl ?? null;
  if (start === null && address === null)
    throw new SettingsUnreadable(`The entry "${name}" names no command and no address.`);
  return {
    name,
    start,
    url: start === null ? address : null,
    env: { ...env, ...environment },
    headers,
    off: disabled || !enabled,
  };
}

async function parsed(format: Host['format'], text: string): Promise<unknown> {
  if (text.trim() === '') return {};
  if (format === 'toml') return (await import('./toml-settings.js')).readToml(text);
  return (await import('./json-settings.js')).readJson(text);
}
