import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  TimeGrid,
} from '@event-calendar/core';
import type { CalendarEntries, CalendarEntry } from '../../contract/schedules/calendar-entries.js';
import { sendRequest, showToast } from './request.js';

/** The range of days to read; the end is exclusive. */
interface DayRange {
  readonly startStr: WallText;
  readonly endStr: WallText;
}

/** The click at the end of a drag comes within this time, in milliseconds. It must not open the post. */
const DRAG_CLICK_MS = 80;

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * The week or month as a grid. It gets wall times of the workspace’s zone and treats them as UTC, so that the browser’s own
 * zone has no effect. Its `Date`s are in the browser’s zone: use only its strings and durations.
 */
export class CalendarGrid {
  readonly #place: HTMLElement;
  readonly #calendar: Calendar;
  readonly #clock = new WallClock();
  /** The entries that were read last, by id. */
  #entries: ReadonlyMap<string, CalendarEntry> = new Map();
  #isDragging = false;
  #draggedAt = 0;

  constructor(place: HTMLElement) {
    this.#place = place;
    place.addEventListener('click', this.#onClick, true);
    this.#calendar = createCalendar(place, [TimeGrid, DayGrid, Interaction], this.#options());
  }

  remove(): void {
    this.#place.removeEventListener('click', this.#onClick, true);
    void destroyCalendar(this.#calendar);
  }

  /** Reads the entries again, unless the user is dragging one. */
  reload(): void {
    if (!this.#isDragging) this.#calendar.refetchEvents();
  }

  #options(): Calendar.Options {
    const { view, date = '', today = '' } = this.#place.dataset;
    const isWeek = view === 'week';
    return {
      view: isWeek ? 'timeGridWeek' : 'dayGridMonth',
      date,
      highlightedDates: [today],
      timeZone: 'UTC',
      locale: 'en-GB',
      firstDay: 1,
      headerToolbar: { start: '', center: '', end: '' },
      // The library’s “today” is the browser’s day, not the workspace’s.
      theme: (theme) => ({ ...theme, today: 'ec-browser-day' }),
      allDaySlot: false,
      slotDuration: '01:00',
      slotHeight: 46,
      slotEventOverlap: false,
      slotLabelFormat: HOURS,
      snapDuration: '00:15',
      scrollTime: '07:00',
      dayHeaderFormat: isWeek ? { weekday: 'short', day: 'numeric' } : { weekday: 'short' },
      eventTimeFormat: HOURS,
      displayEventEnd: false,
      dayMaxEvents: !isWeek,
      eventStartEditable: false,
      eventDurationEditable: false,
      pointer: isWeek,
      eventSources: [{ events: (range: DayRange) => this.#read(range) }],
      eventContent: ({ event, timeText }) => contentOf(this.#entries.get(String(event.id)), timeText),
      eventDragStart: () => {
        this.#isDragging = true;
      },
      eventDragStop: () => {
        this.#isDragging = false;
        this.#draggedAt = performance.now();
      },
      viewDidMount: () => dropTableRoles(this.#place),
      eventDrop: (drop) => void this.#drop(drop),
      dateClick: ({ dateStr, allDay }) => this.#write(dateStr.slice(0, allDay ? 10 : 16)),
    };
  }

  async #read({ startStr, endStr }: DayRange): Promise<Calendar.EventInput[]> {
    const { entries: path, view = '', account, label } = this.#place.dataset;
    const days = { from: startStr.slice(0, 10), to: laterBy(endStr, -1).slice(0, 10) };
    const query = new URLSearchParams({
      ...{ ...days, view },
      ...(account !== undefined && { account }),
      ...(label !== undefined && { label }),
    });
    const answer = await sendRequest(`${path}?${query}`);
    // Without an answer, what is shown stays.
    if (!answer?.ok) return [...this.#entries.values()].map(inputOf);
    const { now, next, entries }: CalendarEntries = await answer.json();
    if (this.#clock.now() === '') this.#calendar.setOption('scrollTime', next);
    this.#clock.set(now);
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    return entries.map(inputOf);
  }

  async #drop({ event, delta, revert }: Calendar.EventDropInfo): Promise<void> {
    const entry = this.#entries.get(String(event.id));
    if (!entry?.move) {
      revert();
      return;
    }
    const at = laterBy(entry.start, minutesOf(delta) * 60);
    if (at <= this.#clock.now()) {
      revert();
      showToast('toast-past');
      return;
    }
    const { postId, version } = entry.move;
    const body = new URLSearchParams({ post: postId, version: String(version), at: at.slice(0, 16) });
    const answer = await sendRequest(this.#place.dataset['move'] ?? '', body);
    if (answer?.ok) document.getElementById('toasts')?.insertAdjacentHTML('beforeend', await answer.text());
    else revert();
    // If the move was refused, somebody else may have changed the post: show its current state.
    this.#calendar.refetchEvents();
  }

  /** Opens the compose form for a time or day of the grid. */
  #write(at: WallText): void {
    const now = this.#clock.now().slice(0, at.length);
    const isToday = !at.includes('T') && at === now;
    if (at <= now && !isToday) showToast('toast-past');
    else window.location.assign(`${this.#place.dataset['write']}?${new URLSearchParams({ at })}`);
  }

  readonly #onClick = (event: MouseEvent): void => {
    if (performance.now() - this.#draggedAt < DRAG_CLICK_MS) event.preventDefault();
  };
}

function inputOf({ id, kind, tone, start, end, move }: CalendarEntry): Calendar.EventInput {
  return {
    id,
    start,
    end,
    startEditable: move !== null,
    display: kind === 'now' ? 'background' : 'auto',
    classNames: [kind, tone, ...(move ? ['movable'] : [])],
  };
}

/** The server’s HTML. While an entry is dragged, it shows the time of its position. */
function contentOf(entry: CalendarEntry | undefined, timeText: string): Calendar.Content {
  if (!entry) return `Write a post for ${timeText}`;
  const template = document.createElement('template');
  template.innerHTML = entry.html;
  const time = template.content.querySelector('.entry-time');
  if (time) time.textContent = timeText;
  return { domNodes: [...template.content.childNodes] };
}

/**
 * The library gives its boxes the roles of a table, but the cells are empty and the entries lie above them. Without these
 * roles, screen readers read the entries as links in order of time.
 */
function dropTableRoles(place: HTMLElement): void {
  for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'cell']) {
    for (const element of place.querySelectorAll(`[role="${role}"]`)) {
      element.removeAttribute('role');
      element.removeAttribute('aria-colindex');
    }
  }
  for (const element of place.querySelectorAll('span[aria-label]')) element.removeAttribute('aria-label');
  // Makes a grid without entries focusable, so that it can be scrolled with the keyboard.
  for (const element of place.querySelectorAll('.ec-main')) {
    element.setAttribute('tabindex', '0');
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', 'Calendar');
  }
}

/** `2026-12-01T09:00:00` or a prefix of it: a wall time in the workspace’s zone. It sorts as text. */
type WallText = string;

/** The workspace’s clock, which continues from the server’s last time. */
class WallClock {
  #serverTime: WallText = '';
  #setAt = 0;

  set(now: WallText): void {
    this.#serverTime = now;
    this.#setAt = performance.now();
  }

  /** Empty before the server’s first response: every time is then later, and the server decides. */
  now(): WallText {
    return this.#serverTime === '' ? '' : laterBy(this.#serverTime, (performance.now() - this.#setAt) / 1000);
  }
}

/** Adds seconds, which can be negative, without clock changes. */
function laterBy(time: WallText, seconds: number): WallText {
  return new Date(Date.parse(`${time.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19);
}

/** The distance of a drag, in minutes. */
function minutesOf({ days, seconds }: { readonly days: number; readonly seconds: number }): number {
  return days * 24 * 60 + Math.round(seconds / 60);
}
