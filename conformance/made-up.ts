// Names that a run gives, and that another run gives otherwise.

const madeUp =
  /svc-contract-[0-9a-f]{8}-\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=127\.0\.0\.1:)\d+/g

/** A text that reads alike on every run: keys, ids and ports of one run alone are `…`. */
export const withoutMadeUp = (text: string): string => text.replace(madeUp, '…')
