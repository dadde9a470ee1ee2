import type { FC } from 'hono/jsx';

/** Line drawings on a field of 24 by 24: path data, each stroke its own entry. */
const STROKES = {
  bell: ['M6 16V11a6 6 0 0 1 12 0v5l2 2H4z', 'M10 21h4'],
  bookmark: ['M6 3.5h12v17l-6-4.6-6 4.6z'],
  chart: ['M5 20V12', 'M10 20V4', 'M15 20V9', 'M20 20V14'],
  comment: ['M21 11.5a8.5 8.5 0 0 1-12.4 7.5L3.5 20.5 5 15.4A8.5 8.5 0 1 1 21 11.5z'],
  dots: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
  download: ['M12 3v12', 'M7 10.5l5 5 5-5', 'M4 20.5h16'],
  globe: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M3 12h18', 'M12 3c5 5 5 13 0 18c-5-5-5-13 0-18z'],
  heart: ['M12 20.5C5.5 15.8 3 12.4 3 8.9A4.9 4.9 0 0 1 12 6.2 4.9 4.9 0 0 1 21 8.9c0 3.5-2.5 6.9-9 11.6z'],
  home: ['M3.5 10.5 12 3.5l8.5 7V20.5h-6v-6h-5v6h-6z'],
  mail: ['M3 5.5h18v13H3z', 'M3.5 6.5 12 13l8.5-6.5'],
  menu: ['M4 7h16', 'M4 12h16', 'M4 17h16'],
  music: ['M9 18V5l11-2v13', 'M9 18a3 3 0 1 1-3-3 3 3 0 0 1 3 3z', 'M20 16a3 3 0 1 1-3-3 3 3 0 0 1 3 3z'],
  plus: ['M12 5v14', 'M5 12h14'],
  repeat: ['M4 14V9a3 3 0 0 1 3-3h10', 'M14 3l3 3-3 3', 'M20 10v5a3 3 0 0 1-3 3H7', 'M10 21l-3-3 3-3'],
  reply: ['M10 5 3.5 11.5 10 18v-4c5 0 8 1.5 10.5 5C20 12 16 9 10 9z'],
  search: ['M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M16.2 16.2 21 21'],
  send: ['M21 3.5 3 10.5l7 3 3 7z', 'M21 3.5 10 13.5'],
  share: ['M12 15V3.5', 'M7.5 7.5 12 3l4.5 4.5', 'M5 12v8.5h14V12'],
  star: ['m12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z'],
  thumb: [
    'M7 11v9.5H3.5V11z',
    'M7 11l4.5-8c1.7 0 2.5 1.2 2.5 2.7V9.5h5a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7',
  ],
  thumbDown: [
    'M17 13V3.5h3.5V13z',
    'M17 13l-4.5 8c-1.7 0-2.5-1.2-2.5-2.7V14.5H5a2 2 0 0 1-2-2.4l1.4-7a2 2 0 0 1 2-1.6H17',
  ],
  user: ['M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z', 'M4 20.5c.6-4 3.6-6.5 8-6.5s7.4 2.5 8 6.5'],
  video: ['M3.5 6h12v12h-12z', 'M15.5 10.5 21 7.5v9l-5.5-3z'],
} as const;

export type IconName = keyof typeof STROKES;

/** A small line drawing; it says nothing that the words beside it do not say. */
export const Icon: FC<{ readonly name: IconName }> = ({ name }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {STROKES[name].map((stroke) => (
      <path d={stroke} />
    ))}
  </svg>
);

/** The row of actions under a post: drawings with an optional word. */
export const Actions: FC<{
  readonly items: readonly { readonly icon: IconName; readonly label: string }[];
}> = ({ items }) => (
  <ul class="actions" aria-label="Actions, not available in the simulation">
    {items.map(({ icon, label }) => (
      <li title={label}>
        <Icon name={icon} />
        <span class="label">{label}</span>
      </li>
    ))}
  </ul>
);
