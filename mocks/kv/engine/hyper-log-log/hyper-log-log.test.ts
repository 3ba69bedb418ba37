import { expect, test } from 'vitest'
import { estimate, HyperLogLog, union } from './hyper-log-log.js'
import { murmurHash } from './murmur-hash.js'

function of(count: number, prefix = ''): HyperLogLog {
  const value = new HyperLogLog()
  for (let element = 0; element < count; element++) value.add(prefix + element)
  return value
}

test('few elements are told exactly, many with an error of a few in a hundred', () => {
  expect(estimate(new HyperLogLog().registers())).toBe(0)
  expect(estimate(of(5).registers())).toBe(5)
  expect(Math.abs(estimate(of(100_000).registers()) - 100_000)).toBeLessThan(3000)
})

test('it is sparse while that is smaller, and dense from then on', () => {
  expect(of(1000).encoding).toBe('sparse')
  expect(of(10_000).encoding).toBe('dense')
  expect(of(10_000).toString()).toHaveLength(12_304)
})

test('the string is all that there is to it', () => {
  const value = of(1000)
  expect(new HyperLogLog(value.toString()).registers()).toEqual(value.registers())
})

test('sparse and dense have the same registers', () => {
  const [sparse, dense] = [of(1000), of(1000)]
  dense.makeDense()
  expect(dense.registers()).toEqual(sparse.registers())
})

test('several together count each element once', () => {
  const both = estimate(union([of(500), of(800), of(500, 'other')]))
  expect(Math.abs(both - 1300)).toBeLessThan(30)
})

test('a string that is none is refused', () => {
  expect(() => new HyperLogLog('HYLL')).toThrow('WRONGTYPE')
  expect(() => new HyperLogLog(`${new HyperLogLog().toString()}x`).registers()).toThrow(
    'INVALIDOBJ',
  )
})

test('the hash depends on every byte and on their number', () => {
  const hashes = ['', '\0', '\0\0', 'a', 'abcdefgh', 'abcdefgi', 'abcdefgh\0'].map((bytes) => {
    const { high, low } = murmurHash(bytes, 1)
    return `${high}:${low}`
  })
  expect(new Set(hashes).size).toBe(hashes.length)
})
