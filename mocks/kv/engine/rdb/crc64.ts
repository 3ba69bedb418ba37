// The checksum of dumps: reflected CRC-64 with the polynomial of Jones.

import type { Bytes } from '../../reply.js'

const POLYNOMIAL = 0x95ac9329ac4bc9b5n

/** The table of the checksum: the upper and the lower half of each entry. */
const HIGH = new Uint32Array(256)
const LOW = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let rest = BigInt(byte)
  for (let bit = 0; bit < 8; bit++) rest = rest & 1n ? (rest >> 1n) ^ POLYNOMIAL : rest >> 1n
  HIGH[byte] = Number(rest >> 32n)
  LOW[byte] = Number(rest & 0xffffffffn)
}

/** Returns the checksum, lowest byte first. */
export function crc64(bytes: Bytes): Bytes {
  let [high, low] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const entry = (low ^ bytes.charCodeAt(at)) & 0xff
    low = ((low >>> 8) | (high << 24)) ^ LOW[entry]!
    high = (high >>> 8) ^ HIGH[entry]!
  }
  const checksum = Buffer.alloc(8)
  checksum.writeUInt32LE(low >>> 0, 0)
  checksum.writeUInt32LE(high >>> 0, 4)
  return checksum.toString('latin1')
}
