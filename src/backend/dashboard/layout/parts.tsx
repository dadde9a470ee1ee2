import type { Child } from 'hono/jsx';
import type { TimeForms } from '../../../contract/instants.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { NETWORKS } from '../../networks/registry.js';
import { spokenTime } from './local-times.js';

/** A network as a small mark, with its name as the tooltip and for screen readers. */
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
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A time in the workspace’s zone, and how far away it is. A script adds the reader’s own zone to the tooltip. */
export function When({ forms, now }: WhenProps) {
  return (
    <time datetime={forms.utc} title={forms.local}>
      {spokenTime(forms, now)} ({forms.relative})
    </time>
  );
}

export type Tone = 'plain' | 'calm' | 'good' | 'warn' | 'bad';

/** A status in a word or two. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  return <span class={`pill ${tone === 'plain' ? '' : tone}`}>{children}</span>;
}

/** An empty state: what would be here, and how to get it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** A notice in one of the tones. */
export function Notice({ tone = 'calm', children }: { readonly tone?: Tone; readonly children: Child }) {
  return <div class={`notice ${tone}`}>{children}</div>;
}

/** Why a form was rejected; nothing if `why` is null. */
export function FormError({ why }: { readonly why: string | null }) {
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
  /** Buttons at the end of the heading. */
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

/** A text with a button that copies it. */
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
