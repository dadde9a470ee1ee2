/** Line icons on a 24 × 24 grid: one path per stroke. */
const STROKES = {
  home: ['M4 11 12 4l8 7', 'M6 9.5V20h12V9.5', 'M10 20v-5h4v5'],
  posts: ['M5 4h14v16H5z', 'M8.5 8.5h7', 'M8.5 12h7', 'M8.5 15.5h4'],
  calendar: ['M4 6h16v14H4z', 'M4 10.5h16', 'M8.5 3.5V8', 'M15.5 3.5V8'],
  inbox: ['M4 13.5 6.5 5h11L20 13.5V19H4z', 'M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20'],
  channels: [
    'M12 12h.01',
    'M8.8 15.2a4.5 4.5 0 0 1 0-6.4',
    'M15.2 8.8a4.5 4.5 0 0 1 0 6.4',
    'M6 18a8.5 8.5 0 0 1 0-12',
    'M18 6a8.5 8.5 0 0 1 0 12',
  ],
  activity: ['M3.5 12.5H8l2.5-7 3.5 13 2.5-6h4'],
  insights: ['M4 20h16', 'M7 20v-6', 'M12 20V5', 'M17 20v-9'],
  settings: ['M4 7h9', 'M17 7h3', 'M15 4.8v4.4', 'M4 17h3', 'M11 17h9', 'M9 14.8v4.4', 'M4 12h16'],
  plus: ['M12 5v14', 'M5 12h14'],
  copy: ['M9 9h11v11H9z', 'M15 9V4H4v11h5'],
  check: ['M5 12.5 10 17.5 19.5 7'],
  arrow: ['M5 12h14', 'M13 6l6 6-6 6'],
  out: ['M14 4h6v6', 'M20 4 11 13', 'M18 14v6H4V6h6'],
} as const;

export type IconName = keyof typeof STROKES;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {STROKES[name].map((path) => (
        <path d={path} />
      ))}
    </svg>
  );
}

/** Postrider's mark: a coiled post horn, blown by the riders to announce the mail. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      stroke-width="2.4"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d="M3.5 12.5c4.5 0 7 .2 10.5.2a5.6 5.6 0 1 1-5.6 5.6c0-3.2 2.5-5.6 5.8-5.6 5.2 0 8.600-1.900 13.300-5.700v17.200c-3.600-3.200-6.300-4.600-9.800-5.200" />
      <path d="M3.500 10.800v3.400" />
    </svg>
  );
}
