import { prepareAnswers } from './prepare-answers.js';

/** The build puts the value in the place of this question: the bundle holds it as text, and no server. */
export const PREPARED = await prepareAnswers();
