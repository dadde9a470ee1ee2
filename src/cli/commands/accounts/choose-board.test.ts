import { expect, it } from 'vitest';
import { boardByAnswer, boardLinesOf } from './choose-board.js';

const LIST = [
  { id: '71', name: 'Recipes' },
  { id: '72', name: '1' },
  { id: '73', name: 'Coffee corner' },
];

it.each([
  ['its name in any case', 'recipes', '71'],
  ['its id', '73', '73'],
  ['its number', '3', '73'],
  ['a name before a number', '1', '72'],
])('a board is chosen by %s', (_, answer, id) => {
  expect(boardByAnswer(answer, LIST, LIST)?.id).toBe(id);
});

it.each(['4', '0', 'Garden'])('%s is no board', (answer) => {
  expect(boardByAnswer(answer, LIST, LIST)).toBeUndefined();
});

it('a connected account says where its posts go, or how to choose that', () => {
  const linesOf = (list: typeof LIST, defaultId: string | null) =>
    boardLinesOf({ id: 'acc_1', platform: 'pinterest', boards: { list, defaultId } }).join(' ');
  expect(linesOf(LIST, '71')).toBe('Posts that name no board go to Recipes.');
  expect(linesOf(LIST, null)).toContain('accounts update acc_1 --board <name>');
  expect(linesOf([], null)).toContain('create a board on Pinterest');
  expect(boardLinesOf({ id: 'acc_1', platform: 'x', boards: null })).toEqual([]);
});
