import type { FC } from 'hono/jsx';
import { initialsOf, toneOf } from '../../networks/avatars.js';
import type { PageAccount } from './network-page.js';

export const Avatar: FC<{ readonly account: PageAccount }> = ({ account }) => (
  <span class={`avatar tone-${toneOf(account)}`} aria-hidden="true">
    {initialsOf(account)}
  </span>
);
