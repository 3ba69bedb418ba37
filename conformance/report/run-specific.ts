// Removes values that differ between runs.

const runSpecific = new RegExp(
  [
    /svc-contract-[0-9a-f]{8}-\d+/, // keys, paths and labels of a scenario
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    /(?<=127\.0\.0\.1:)\d+/, // ports
    /(?<!\d)\d{10}(?:\.\d+|\d{3})(?!\d)/, // times in seconds and in milliseconds
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Replaces keys, ids, ports and times with `…`. */
export const withoutRunSpecific = (text: string): string => text.replace(runSpecific, '…')
