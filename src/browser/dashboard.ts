import 'htmx.org';
import { askFirst } from './asking.js';
import { chooseByTicking } from './choices.js';
import { copyOnPress } from './copying.js';
import { sendCsrfToken } from './csrf.js';
import { listenForChanges } from './live.js';
import { takeMedia } from './media.js';
import { lengthenLists } from './more.js';
import { showOwnTimes } from './own-times.js';
import { tieScopesToPresets } from './presets.js';
import { endToasts } from './toasts.js';

/** What every page of the dashboard runs. */
sendCsrfToken();
copyOnPress();
askFirst();
tieScopesToPresets();
chooseByTicking();
endToasts();
showOwnTimes(document);
takeMedia();
lengthenLists();
listenForChanges();
