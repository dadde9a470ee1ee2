/** What the tests use of X's own counter, which ships without types. */
declare module 'twitter-text' {
  export function parseTweet(text: string): { readonly weightedLength: number };
}
