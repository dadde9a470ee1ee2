import type { Child } from 'hono/jsx';
import type { TimeForms } from '../../../contract/instants.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { NETWORKS } from '../../networks/registry.js';
import { spokenTime } from './local-times.js';

/** A network as a small mark; its name is read out and shown on pointing at it. */
export function NetworkMark({ platform }: { readonly platform: Platform }) {
  return (
    <span class={`net ${platform}`} title={PLATFORM_NAMES[platform]}>
      <span aria-hidden="true">{NETWORKS[platform].badge.letters}</span>
      <span class="unseen">{PLATFORM_NAMES[platform]}</span>
    </span>
  );
}

interface WhenProps {
  readonly forms: TimeForms;
  /** The present time, epoch milliseconds. */
  readonly now: number;
}

/** A moment in the workspace's zone, with how far away it is. The page's script adds the reader's own zone. */
export function When({ forms, now }: WhenProps) {
  return (
    <time datetime={forms.utc} title={forms.local}>
      {spokenTime(forms, now)} ({forms.relative})
    </time>
  );
}

export type Tone = 'plain' | 'calm' | 'good' | 'warn' | 'bad';

/** A state in a word or two. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  return <span class={`pill ${tone === 'plain' ? '' : tone}`}>{children}</span>;
}

/** What stands where there is nothing yet: what would be here, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Something to know, in the tone that it has. */
export function Notice({ tone = 'calm', children }: { readonly tone?: Tone; readonly children: Child }) {
  return <div class={`notice ${tone}`}>{children}</div>;
}

/** Why a form was not taken as it was sent; nothing where `why` is null: it was not sent yet. */
export function NotTaken({ why }: { readonly why: string | null }) {
  if (why === null) return null;
  return (
    <Notice tone="bad">
      <p role="alert">{why}</p>
    </Notice>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly lead?: Child;
  /** Buttons at its end. */
  readonly children?: Child;
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {children === undefined ? null : <div class="acts">{children}</div>}
      {lead === undefined ? null : (
        <p class="lead">
          <span>{lead}</span>
        </p>
      )}
    </header>
  );
}

/** Text to take along, with a button that copies it. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="copy-row">
      <section class="secret" tabindex={0} aria-label={label}>
        {text}
      </section>
      <button type="button" class="button" data-copy={text}>
        Copy
      </button>
    </div>
  );
}
