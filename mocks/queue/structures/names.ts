/** Orders groups and ordered queues by name. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name < b.name ? -1 : 1
