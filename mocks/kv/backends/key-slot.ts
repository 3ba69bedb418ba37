// Which of the 16384 slots of a cluster a key is in.

import type { Bytes } from '../reply.js'

const SLOTS = 16_384

/** The slot of a key; of one with something between braces it is that part's. */
export function keySlot(key: Bytes): number {
  const [, tag] = /^[^{]*\{([^}]+)\}/s.exec(key) ?? []
  return crc16(tag ?? key) % SLOTS
}

/** CRC-16 by the polynomial 0x1021, from zero. */
function crc16(bytes: Bytes): number {
  let crc = 0
  for (let at = 0; at < bytes.length; at++) {
    crc ^= bytes.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}
