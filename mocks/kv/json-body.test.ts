import { describe, expect, test } from 'vitest'
import { Refusal } from '../http/refusal.js'
import { parseBatch, parseCommand } from './json-body.js'
import type { Command } from './reply.js'

const UNREADABLE = 'ERR failed to parse request body: '

describe('a command', () => {
  const commandOf = (body: string | Uint8Array) =>
    parseCommand(typeof body === 'string' ? Buffer.from(body) : body)

  test.each<[string, Command]>([
    ['["SET","k","grün"]', ['SET', 'k', 'gr\xc3\xbcn']],
    ['["SET","k","\\u0000\\""]', ['SET', 'k', '\0"']],
    ['["INCRBY","k",9223372036854775807]', ['INCRBY', 'k', '9223372036854775807']],
    ['["SET","k",1.50]', ['SET', 'k', '1.50']],
    ['["SET","k",-1e-7]', ['SET', 'k', '-1e-7']],
    ['["SET","1, 2: [3]",-0]', ['SET', '1, 2: [3]', '-0']],
    ['["SET","\\\\\\"1",1]', ['SET', '\\"1', '1']],
    [' [ "SET" , "k" , true ] ', ['SET', 'k', 'true']],
    ['["SET",false,null]', ['SET', 'false', 'null']],
  ])('%s is parsed', (body, command) => {
    expect(commandOf(body)).toEqual(command)
  })

  test('may have ten megabytes with numbers', () => {
    const text = 'x\\"'.repeat(3_000_000)

    expect(commandOf(`["SET","${text}",1]`)[1]).toHaveLength(6_000_000)
  })

  test.each([
    ['', 'ERR empty command'],
    ['[]', 'ERR empty command'],
    ['{"a":1}', /^ERR failed to parse request body: expected an array .* got an object$/],
    ['"PING"', /^ERR failed to parse request body: expected an array .* got a string$/],
    ['[1]', 'ERR failed to parse request body: expected a command name at [0], got a number'],
    ['[["PING"]]', `${UNREADABLE}expected a command name at [0], got an array`],
    ['["SET","k",{"a":1}]', `${UNREADABLE}expected a string or a number at [2], got an object`],
    ['["DEL",["k"]]', `${UNREADABLE}expected a string or a number at [1], got an array`],
    ['["SET","k"', /^ERR failed to parse request body: .+/],
    ['SET k v', /^ERR failed to parse request body: .*'S'/],
    [Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), `${UNREADABLE}it is not UTF-8`],
  ])('%j is refused', (body, message) => {
    const act = () => commandOf(body)

    expect(act).toThrow(Refusal)
    expect(act).toThrow(message)
  })
})

describe('a batch', () => {
  const batchOf = (body: string) => parseBatch(Buffer.from(body), 'pipeline')

  test.each([
    ['', 'ERR empty pipeline request'],
    ['[]', 'ERR empty pipeline request'],
    ['[["PING"],[]]', 'ERR empty command at [1]'],
    ['{}', 'ERR failed to parse request body: expected an array of commands, got an object'],
    [
      `[${'['.repeat(1000)}${']'.repeat(1000)}]`,
      `${UNREADABLE}it is nested deeper than 1000 levels`,
    ],
    [
      '["PING"]',
      `${UNREADABLE}expected an array of a command name and its arguments at [0], got a string`,
    ],
    ['[["SET","k",[]]]', `${UNREADABLE}expected a string or a number at [0][2], got an array`],
  ])('%j is refused', (body, message) => {
    expect(() => batchOf(body)).toThrow(new Refusal(400, message))
  })
})
