import { expect, it } from 'vitest';
import { growth } from './steps.js';

const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);

it('counts about four times as many steps for linear work', async () => {
  const { few, many, isLinear } = await growth(1_000, (size) => numbers(size).map((one) => one + 1));
  expect(few).toBeGreaterThan(1_000);
  expect(Math.round(many / few)).toBe(4);
  expect(isLinear).toBe(true);
});

it('counts about sixteen times as many steps for quadratic work', async () => {
  const { few, many, isLinear } = await growth(100, (size) =>
    numbers(size).filter((one) => numbers(size).some((other) => other > one + size)),
  );
  expect(Math.round(many / few)).toBe(16);
  expect(isLinear).toBe(false);
});

it('counts the iterations of a loop', async () => {
  const { few, many } = await growth(100, (size) => {
    let sum = 0;
    for (let one = 0; one < size; one += 1) for (let other = 0; other < size; other += 1) sum += one * other;
    return sum;
  });
  expect(Math.round(many / few)).toBe(16);
});
