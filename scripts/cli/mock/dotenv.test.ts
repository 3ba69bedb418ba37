// Tests of the dotenv file in which the mock owns a block of lines.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing.js'
import { readDotenv, withBlock } from './dotenv.js'
import { replaceFile } from './replace-file.js'

const folder = temporaryFolder()
let files = 0

/** Creates a file with this text. Returns its path. */
function fileWith(text?: string): string {
  const path = join(folder, `${++files}.env`)
  if (text !== undefined) writeFileSync(path, text, 'latin1')
  return path
}

function write(file: string, variables: Readonly<Record<string, string>>): string {
  replaceFile(file, withBlock(readDotenv(file), variables), '--write-env', 'latin1')
  return readFileSync(file, 'latin1')
}

const block = (...lines: string[]) =>
  [
    '# svc-contract mock: begin. The mock replaces these lines at each start.',
    ...lines,
    '# svc-contract mock: end.',
    '',
  ].join('\n')

test('a new file has the variables, and only its owner can read it', () => {
  const file = fileWith()
  expect(write(file, { A: 'http://127.0.0.1:8079', B: 'a=b==' })).toBe(
    block('A=http://127.0.0.1:8079', 'B=a=b=='),
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.each([
  ['without a line end at its end', 'OTHER=1', 'OTHER=1\n', ''],
  ['with a comment and an empty line', '# mine\n\nOTHER=1\n', '# mine\n\nOTHER=1\n', ''],
  ['with bytes that are not UTF-8', 'OTHER=\xff\n', 'OTHER=\xff\n', ''],
  ['with a block between other lines', `A=0\n${block('A=1', 'GONE=1')}B=2`, 'A=0\n', 'B=2'],
])('keeps every other byte of a file %s', (_, text, before, after) => {
  const file = fileWith(text)
  chmodSync(file, 0o644)
  expect(write(file, { A: '7' })).toBe(before + block('A=7') + after)
  expect(write(file, { A: '8' })).toBe(before + block('A=8') + after)
  expect(statSync(file).mode & 0o777).toBe(0o644)
})

test('keeps the line ends of Windows', () => {
  const file = fileWith('OTHER=1\r\n')
  const text = write(file, { A: '7' })
  expect(text).toBe(`OTHER=1\r\n${block('A=7').replaceAll('\n', '\r\n')}`)
  expect(write(file, { A: '7' })).toBe(text)
})

test('writes through a link', () => {
  const [target, link] = [fileWith('OTHER=1\n'), fileWith()]
  symlinkSync(target, link)
  write(link, { A: '7' })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'latin1')).toBe(`OTHER=1\n${block('A=7')}`)
})

test('quotes values, so that readers get them unchanged', () => {
  const variables = { A: "it's", B: '"#x"', C: 'a#b', D: 'plain' }
  expect(parseEnv(write(fileWith(), variables))).toMatchObject(variables)
  expect(() => write(fileWith(), { A: '\'"`' })).toThrow(/cannot write a token/)
})

test('finds the variables outside of the block', () => {
  const file = fileWith(`export A='x y' # why\nB = 1\n${block('A=1')}C=2\n`)
  const { own, isBefore } = readDotenv(file)
  expect(own).toEqual([
    { name: 'A', value: 'x y', line: 1 },
    { name: 'B', value: '1', line: 2 },
    { name: 'C', value: '2', line: 6 },
  ])
  expect(own.map(({ line }) => isBefore(line))).toEqual([true, true, false])
})

test('refuses a file that it cannot replace, and leaves it as it is', () => {
  const broken = fileWith(`A=1\n${block('B=2').replace(/.*end\.\n/, '')}`)
  expect(() => readDotenv(broken)).toThrow(/has a part of the lines of a mock/)
  expect(() => readDotenv(fileWith(block() + block()))).toThrow(/has a part of the lines/)
  mkdirSync(join(folder, 'folder'))
  expect(() => readDotenv(join(folder, 'folder'))).toThrow(/folder is not a file$/)
  expect(() => readDotenv(join(folder, 'none/.env'))).toThrow(/there is no folder .*none /)
})
