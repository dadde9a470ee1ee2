import { CALENDAR } from './calendar.js';
import { COMPOSE } from './compose.js';
import { FORMS } from './forms.js';
import { FRAME } from './frame.js';
import { INBOX } from './inbox.js';
import { MEDIA } from './media.js';
import { PARTS } from './parts.js';
import { POSTS } from './posts.js';
import { TOKENS } from './tokens.js';

/** The style sheet of the dashboard. Each of its rooms adds what only its pages need. */
export const DASHBOARD_STYLE = [TOKENS, FRAME, PARTS, FORMS, POSTS, COMPOSE, MEDIA, CALENDAR, INBOX].join('');
