import { describe, expect, test } from 'vitest'
import { closeServed, served } from './http/testing.js'
import { bufferOf, bytesOf, mapLargeBuffers } from './large-buffers.js'

const text = 'é'.repeat(50_000)

/** Returns true if the memory of a buffer returns to the system as soon as the buffer is collected. */
const isMapped = (bytes: Buffer) => Reflect.get(bytes.buffer, 'resizable') === true

test('a buffer is not mapped unless that was asked for: a user may give it to fetch', async () => {
  const bytes = bytesOf(text)
  expect(isMapped(bytes)).toBe(false)
  expect(await new Response(bytes).text()).toBe(text)
})

describe('once large buffers are mapped', () => {
  const mapped = () => {
    mapLargeBuffers()
    return bytesOf(text)
  }

  test('a large one is, a small one is not', () => {
    expect(isMapped(mapped())).toBe(true)
    expect(isMapped(bufferOf(16 * 1024))).toBe(true)
    expect(isMapped(bufferOf(16 * 1024 - 1))).toBe(false)
    expect(isMapped(bufferOf(0))).toBe(false)
  })

  test('they are sent as others are', async () => {
    const { url } = await served(() => ({ status: 200, headers: {}, body: mapped() }))
    expect(await (await fetch(url)).text()).toBe(text)
    await closeServed()
  })
})
