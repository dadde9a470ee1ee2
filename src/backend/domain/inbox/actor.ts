/** Who acts: a program with a key, or a person who is signed in to the dashboard. */
export type Actor = { readonly kind: 'key' } | { readonly kind: 'person' };
