import type { SavedText } from '../../../contract/texts/texts.js';
import { SAVED_TEXT_KINDS } from '../../../contract/texts/values.js';
import { choice, defineCommand } from '../../command.js';
import { type Column, table } from '../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../paging.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const textsList = defineCommand({
  name: 'texts list',
  alone: true,
  group: 'Publish',
  operations: ['savedTexts.list'],
  summary: 'List saved texts',
  options: {
    kind: choice('-k, --kind <kind>', 'Only this kind', SAVED_TEXT_KINDS),
    ...PAGE_OPTIONS,
  },
  examples: [{ type: 'texts --kind reply', does: 'List the saved replies' }],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { kind } = options;
      const query = { ...pageQuery(options), ...(kind !== undefined && { kind }) };
      const listed = await readPages(
        await client.savedTexts.list(query, { signal: context.signal }),
        options,
      );
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0
            ? `No saved texts. Save one: ${typed('texts create Hashtags --text "#bakery #berlin"')}`
            : table(COLUMNS, listed.data, screen),
      });
      noteMore(listed, context);
    }),
});

const COLUMNS: readonly Column<SavedText>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name, minWidth: 10 },
  { title: 'TEXT', value: ({ text }) => text, minWidth: 16 },
];
