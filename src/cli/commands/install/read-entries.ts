import * as z from 'zod';
import { isRecord } from '../../../base/is-record.js';
import type { Host } from './hosts.js';
import { SettingsUnreadable } from './settings-file.js';

/** An entry in a host's settings that starts Postrider or connects to it. */
export interface KnownEntry {
  /** Its name in the file, usually `postrider`. */
  readonly name: string;
  /** Null if it is a URL instead of a program. */
  readonly start: { readonly command: string; readonly args: readonly string[] } | null;
  /** The URL of `/mcp`; null if it starts a program. */
  readonly url: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Disabled in the host's settings. */
  readonly off: boolean;
}

const Texts = z.record(z.string(), z.coerce.string());

/** The entry forms of all hosts combined. */
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
 * Finds the Postrider entries in a host's settings, also under other names.
 *
 * @throws SettingsUnreadable if the file is not valid, or an entry has an unknown form
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
  if (!read.success) throw new SettingsUnreadable(`The entry "${name}" has an unknown form.`);
  const { command, args, env, environment, url, serverUrl, httpUrl, headers, disabled, enabled } = read.data;
  const [program, ...first] = typeof command === 'string' ? [command] : (command ?? []);
  const start = program === undefined ? null : { command: program, args: [...first, ...args] };
  const address = url ?? serverUrl ?? httpUrl ?? null;
  if (start === null && address === null)
    throw new SettingsUnreadable(`The entry "${name}" has neither a command nor a URL.`);
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
