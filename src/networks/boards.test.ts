import { describe, expect, it } from 'vitest';
import { boardName, findBoard, withBoard } from './boards.js';
import { traceContent } from './content.js';

const LIST = [
  { id: '1', name: 'Recipes' },
  { id: '2', name: 'Coffee corner' },
  { id: '3', name: 'coffee corner' },
];

it('finds a board by its id, or by a name that no other board has', () => {
  expect(findBoard(LIST, '2')).toBe(LIST[1]);
  expect(findBoard(LIST, ' recipes ')).toBe(LIST[0]);
  expect(findBoard(LIST, 'Coffee corner')).toBeNull();
  expect(findBoard(LIST, 'Garden')).toBeNull();
  expect(LIST.map((board) => boardName(board, LIST))).toEqual(['Recipes', '2', '3']);
});

describe('the board of a post', () => {
  const account = { id: 'acc_1', platform: 'pinterest' } as const;
  const boardOf = (boardId: string | undefined, defaultId: string | null) => {
    const overrides = boardId === undefined ? [] : [{ target: 'pinterest', boardId }];
    const traced = traceContent({ text: '', mediaUrls: [], altTexts: [], overrides }, account);
    return withBoard(traced, { list: LIST, defaultId }).content.boardId;
  };

  it('is the one that it names, by the network’s id', () => {
    expect(boardOf('Recipes', '2')).toBe('1');
    expect(boardOf('3', '2')).toBe('3');
  });

  it('may be newer than the list', () => {
    expect(boardOf('99', null)).toBe('99');
  });

  it('is the default where it names none', () => {
    expect(boardOf(undefined, '2')).toBe('2');
    expect(boardOf(undefined, null)).toBeNull();
  });
});
