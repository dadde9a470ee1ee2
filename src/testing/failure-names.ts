import type { FailureName as Name } from '../backend/simulators/shared/named-failures.js';

/** Handles of accounts that always fail in one way. */
export type FailureName = Name;
