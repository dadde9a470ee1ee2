/** Connecting assistants: the page that asks, and the list of those that are connected. */
export const ASSISTANTS = `
.consent .facts { margin-bottom: 1.1rem; }
.consent details, .assistant-form details { margin: .9rem 0 1.1rem; }
.assistant-form { margin-top: .8rem; }
.connect-help > * + * { margin-top: .8rem; }
.connect-help details { padding: .15rem 0; }
.connect-help details > * + * { margin-top: .6rem; }
`;
