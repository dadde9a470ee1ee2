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

/** The stretch of days that the grid asks for; the end is left out. */
interface Shown {
  readonly startStr: WallText;
  readonly endStr: WallText;
}

/** A click that ends a drag comes this soon after it, in milliseconds: it opens nothing. */
const DRAG_CLICK_MS = 80;

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * The week or the month as a grid. It is fed with what a clock in the workspace's zone shows, told that this is
 * UTC, and answers in the same: the browser's own zone has no say. Its `Date`s pass through that zone, so that
 * only its texts and distances are used.
 */
export class CalendarGrid {
  readonly #place: HTMLElement;
  readonly #calendar: Calendar;
  readonly #clock = new WallClock();
  /** By their ids, as they were read last. */
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

  /** Something has changed in the workspace. What somebody is dragging stays in their hand. */
  readAgain(): void {
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
      // What the library takes for today is the browser's day.
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
      eventSources: [{ events: (asked: Shown) => this.#read(asked) }],
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

  async #read({ startStr, endStr }: Shown): Promise<Calendar.EventInput[]> {
    const days = new URLSearchParams({ from: startStr.slice(0, 10), to: laterBy(endStr, -1).slice(0, 10) });
    const answer = await sendRequest(`${this.#place.dataset['entries']}?${days}`);
    if (!answer?.ok) return [];
    const { now, entries }: CalendarEntries = await answer.json();
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
      showToast('says-past');
      return;
    }
    const { postId, version } = entry.move;
    const body = new URLSearchParams({ post: postId, version: String(version), at: at.slice(0, 16) });
    const answer = await sendRequest(this.#place.dataset['move'] ?? '', body);
    if (answer?.ok) document.getElementById('toasts')?.insertAdjacentHTML('beforeend', await answer.text());
    else revert();
    // A refused post may have been changed by somebody else: the grid shows how it stands.
    this.#calendar.refetchEvents();
  }

  /** Opens the form for a post at a time of the grid, or on a day of it. */
  #write(at: WallText): void {
    const now = this.#clock.now().slice(0, at.length);
    const isToday = !at.includes('T') && at === now;
    if (at <= now && !isToday) showToast('says-past');
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

/** The server's words; while it is dragged, the time is that of where it is held. */
function contentOf(entry: CalendarEntry | undefined, timeText: string): Calendar.Content {
  if (!entry) return `Write a post for ${timeText}`;
  const template = document.createElement('template');
  template.innerHTML = entry.html;
  const time = template.content.querySelector('.entry-time');
  if (time) time.textContent = timeText;
  return { domNodes: [...template.content.childNodes] };
}

/**
 * The library calls its boxes a table, which they are not: cells hold nothing, and the entries lie above them. What
 * is left to listen to are the entries, links in the order of time; the page's list has the days too.
 */
function dropTableRoles(place: HTMLElement): void {
  for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'cell']) {
    for (const element of place.querySelectorAll(`[role="${role}"]`)) {
      element.removeAttribute('role');
      element.removeAttribute('aria-colindex');
    }
  }
  for (const element of place.querySelectorAll('span[aria-label]')) element.removeAttribute('aria-label');
  // Without an entry nothing in it could be reached, and it could not be scrolled with the keyboard.
  for (const element of place.querySelectorAll('.ec-main')) {
    element.setAttribute('tabindex', '0');
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', 'The days');
  }
}

/** `2026-12-01T09:00:00`, or the beginning of it: what a clock in the workspace's zone shows. It sorts as text. */
type WallText = string;

/** The workspace's clock, as it goes on from what the server told last. */
class WallClock {
  #told: WallText = '';
  #toldAt = 0;

  set(now: WallText): void {
    this.#told = now;
    this.#toldAt = performance.now();
  }

  /** An empty text as long as nothing was told: every time is later then, and the server decides. */
  now(): WallText {
    return this.#told === '' ? '' : laterBy(this.#told, (performance.now() - this.#toldAt) / 1000);
  }
}

/** The time so many seconds later on a clock that is never changed; negative: earlier. */
function laterBy(time: WallText, seconds: number): WallText {
  return new Date(Date.parse(`${time.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19);
}

/** How far something was dragged, in minutes. */
function minutesOf({ days, seconds }: { readonly days: number; readonly seconds: number }): number {
  return days * 24 * 60 + Math.round(seconds / 60);
}
