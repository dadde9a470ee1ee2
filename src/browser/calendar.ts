import '@event-calendar/core/index.css';
import './calendar/grid.css';
import { CalendarGrid } from './calendar/grid.js';

/** A grid is drawn where there is this much room; elsewhere, and without scripts, the list of days stands. */
const GRID_QUERY = '(min-width: 46rem)';

/** What the calendar's page runs: it draws the week or the month in place of the list of its days. */
function drawWhereThereIsRoom(): void {
  const planner = document.getElementById('planner');
  const place = document.getElementById('grid');
  if (!planner || !place || place.dataset['view'] === 'list') return;
  const room = window.matchMedia(GRID_QUERY);
  let grid: CalendarGrid | null = null;
  const drawOrClear = () => {
    if (room.matches === (grid !== null)) return;
    planner.classList.toggle('drawn', room.matches);
    grid?.remove();
    grid = room.matches ? new CalendarGrid(place) : null;
  };
  room.addEventListener('change', drawOrClear);
  document.body.addEventListener('changed', () => grid?.readAgain());
  drawOrClear();
}

drawWhereThereIsRoom();
