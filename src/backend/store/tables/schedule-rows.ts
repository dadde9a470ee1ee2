/** Tables of schedules and slots. Instants are epoch milliseconds of workspace time. */
export interface ScheduleTables {
  schedules: ScheduleRow;
  schedule_accounts: ScheduleAccountRow;
  slot_reservations: SlotReservationRow;
}

export interface ScheduleRow {
  id: string;
  workspace_id: string;
  label: string;
  /** Canonical name of an IANA zone. */
  timezone: string;
  days_json: string;
  /** `HH:mm`. */
  start_time: string;
  /** Further fixed times, `HH:mm`, sorted. */
  more_times_json: string;
  end_time: string | null;
  posts_per_window: number;
  active: 0 | 1;
  version: number;
  created_at: number;
  updated_at: number;
}

interface ScheduleAccountRow {
  schedule_id: string;
  account_id: string;
  /** Position in the schedule's list, from 0. */
  position: number;
}

/** A slot reserved by a post on one account. */
interface SlotReservationRow {
  account_id: string;
  slot_id: string;
  schedule_id: string;
  target_id: string;
  workspace_id: string;
  /** The time of the slot when it was reserved. */
  publish_at: number;
  created_at: number;
}
