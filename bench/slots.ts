import type { StoredSchedule } from '../src/backend/domain/slots/schedule-repository.js';
import { slotsBetween } from '../src/backend/domain/slots/slots.js';
import { type Figure, median } from './figures.js';

const DAY = 24 * 60 * 60_000;
const SCHEDULES = 100;
const RUNS = 15;

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Tokyo'];

/** Computes a year of slots for daily fixed times, and for windows of three. */
export async function slots(): Promise<Figure[]> {
  const fixed = Array.from({ length: SCHEDULES }, (_, index) => scheduleOf(index, null, 1));
  const windows = Array.from({ length: SCHEDULES }, (_, index) => scheduleOf(index, '18:00', 3));
  return [
    {
      name: `a year of slots, ${SCHEDULES} schedules (${countOf(fixed)})`,
      value: millisecondsFor(fixed),
      unit: 'ms',
      budget: { atMost: 50 },
    },
    {
      name: `… in windows of three (${countOf(windows)})`,
      value: millisecondsFor(windows),
      unit: 'ms',
    },
  ];
}

const FROM = Date.UTC(2026, 11, 1);
const yearOf = (schedules: readonly StoredSchedule[]) => slotsBetween(schedules, FROM, FROM + 365 * DAY);
const countOf = (schedules: readonly StoredSchedule[]) => yearOf(schedules).length.toLocaleString('en');

function millisecondsFor(schedules: readonly StoredSchedule[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const begun = performance.now();
    yearOf(schedules);
    return performance.now() - begun;
  });
  return median(times);
}

function scheduleOf(index: number, endTime: string | null, postsPerWindow: number): StoredSchedule {
  return {
    schedule: {
      id: `sch_01k9x3m5t7v9b2c4d6f8g0h${String(index).padStart(3, '0')}`,
      workspace_id: 'ws_1',
      label: `Schedule ${index}`,
      timezone: ZONES[index % ZONES.length] ?? 'UTC',
      days_json: JSON.stringify(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
      more_times_json: '[]',
      start_time: `${String(6 + (index % 10)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`,
      end_time: endTime,
      posts_per_window: postsPerWindow,
      active: 1,
      version: 1,
      created_at: FROM,
      updated_at: FROM,
    },
    accountIds: [`acc_${index % 10}`],
  };
}
