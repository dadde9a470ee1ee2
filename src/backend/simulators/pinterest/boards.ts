import type { Board } from '../../../networks/boards.js';

/** The boards of every simulated account. */
export const BOARDS: readonly Board[] = [
  { id: '549755885175', name: 'Coffee corner' },
  { id: '549755885176', name: 'Recipes' },
  { id: '549755885177', name: 'Behind the counter' },
];
