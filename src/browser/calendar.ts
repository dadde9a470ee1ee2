import '@event-calendar/core/index.css';
import './calendar/grid.css';
import { CalendarGrid } from './calendar/grid.js';
import { showHoverCards } from './calendar/hover-card.js';

/** The grid needs this width. Narrower screens, and pages without scripts, show the list of days. */
const GRID_QUERY = '(min-width: 46rem)';

/** Draws the week or month in place of the list of days. */
function drawGridOnWideScreens(): void {
  const planner = document.getElementById('planner');
  const place = document.getElementById('grid');
  if (!planner || !place || place.dataset['view'] === 'list') return;
  const query = window.matchMedia(GRID_QUERY);
  let grid: CalendarGrid | null = null;
  const drawOrClear = () => {
    if (query.matches === (grid !== null)) return;
    planner.classList.toggle('drawn', query.matches);
    grid?.remove();
    grid = query.matches ? new CalendarGrid(place) : null;
  };
  query.addEventListener('change', drawOrClear);
  document.body.addEventListener('changed', () => grid?.reload());
  drawOrClear();
  showHoverCards(place);
}

drawGridOnWideScreens();
