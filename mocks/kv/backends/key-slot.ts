// Computes the cluster slot of a key.

import type { Bytes } from '../reply.js'

const SLOTS = 16_384

/** Returns the slot of a key. If the key contains braces, only the text in them counts. */
export function keySlot(key: Bytes): number {
  const [, tag] = /^[^{]*\{([^}]+)\}/s.exec(key) ?? []
  return crc16(tag ?? key) % SLOTS
}

/** Computes CRC-16 with the polynomial 0x1021 and the initial value 0. */
function crc16(bytes: Bytes): number {
  let crc = 0
  for (let at = 0; at < bytes.length; at++) {
    crc ^= bytes.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}
