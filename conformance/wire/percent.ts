// Percent-encodes texts of requests, which may come from responses of the target.

/**
 * Percent-encodes a text as UTF-8. A target may return half of a surrogate pair, which has no UTF-8: it
 * becomes U+FFFD.
 */
export const percentEncoded = (text: string | number): string =>
  encodeURIComponent(String(text).toWellFormed())
