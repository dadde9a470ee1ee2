/** An amount of US dollars: `$0.015`, or `$0.20` with two places where that is exact. */
export const dollars = (amount: number): string => `$${amount.toFixed(3).replace(/0$/, '')}`;
