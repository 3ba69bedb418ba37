// Bytes that are no text, for scenarios that have to send all of them.

/** Every byte there is, in sixteen pieces: few enough to be a request each. */
export const sixteens = (): readonly Buffer[] =>
  Array.from({ length: 16 }, (_, high) =>
    Buffer.from(Array.from({ length: 16 }, (_, low) => 16 * high + low)),
  )
