// What a run tells otherwise than any other run of the same target.

const madeUp = new RegExp(
  [
    /svc-contract-[0-9a-f]{8}-\d+/, // keys, paths and labels of a scenario
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    /(?<=127\.0\.0\.1:)\d+/, // free ports
    /(?<!\d)\d{10}(?:\.\d+|\d{3})(?!\d)/, // moments in seconds and in milliseconds
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** A text that reads alike on every run: keys, ids, ports and moments are `…`. */
export const withoutMadeUp = (text: string): string => text.replace(madeUp, '…')
