// Without a RedisJSON to ask, its documented behaviour: scripts of commands and their replies.

import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import { parse } from '../differential/typing.js'
import { bytesOf, ReplyError, Status, type Reply } from '../reply.js'

/** Runs commands in an empty database; answers what each replies, an error by its message. */
function replies(...lines: string[]): unknown[] {
  const backend = createMemoryBackend({ clock: { now: () => 0 } })
  return lines.map((line) => plain(backend.execute(parse(bytesOf(line)))))
}

/** Runs commands, and answers what the last one replies. */
const reply = (...lines: string[]) => replies(...lines).at(-1)

function plain(reply: Reply): unknown {
  if (reply instanceof ReplyError) return `(error) ${reply.message}`
  if (reply instanceof Status) return `+${reply.text}`
  return Array.isArray(reply) ? (reply as Reply[]).map(plain) : reply
}

type Table = readonly (readonly [line: string, want: unknown])[]

/** Each line of a table in a database of its own that has a document at `k`. */
function each(document: string, table: Table): void {
  test.each(table)('%s', (line, want) => {
    expect(reply(`JSON.SET k $ ${document}`, line)).toEqual(want)
  })
}

/** The document at `k` after each line of a table. */
function after(document: string, table: Table): void {
  test.each(table)('%s', (line, want) => {
    expect(reply(`JSON.SET k $ ${document}`, line, 'JSON.GET k')).toEqual(want)
  })
}

const noKey = "(error) ERR could not perform this operation on a key that doesn't exist"
const notAtRoot = '(error) ERR new objects must be created at the root'
const wrongType = '(error) WRONGTYPE Operation against a key holding the wrong kind of value'

describe('a document is a value like others', () => {
  test('with a type, which SCAN finds', () => {
    expect(reply('JSON.SET k $ 1', 'TYPE k')).toBe('+ReJSON-RL')
    expect(reply('JSON.SET k $ 1', 'SCAN 0 TYPE ReJSON-RL')).toEqual(['0', ['k']])
    expect(reply('JSON.SET k $ 1', 'OBJECT ENCODING k')).toBe('raw')
  })

  test('of which a copy is another', () => {
    const lines = ['JSON.SET k $ {"a":[1]}', 'COPY k l', 'JSON.ARRAPPEND k $.a 2', 'JSON.GET l']
    expect(reply(...lines)).toBe('{"a":[1]}')
  })

  test('that moves with its expiry, and keeps it when it is set again', () => {
    const lines = ['JSON.SET k $ 1', 'EXPIRE k 100', 'RENAME k l', 'JSON.SET l $ 2']
    expect(reply(...lines, 'TTL l')).toBe(100)
    expect(reply(...lines, 'JSON.MSET l $ 3', 'TTL l')).toBe(100)
    expect(reply(...lines, 'JSON.GET l $')).toBe('[2]')
  })

  test('that commands of other types refuse, and the other way round', () => {
    expect(reply('JSON.SET k $ 1', 'GET k')).toBe(wrongType)
    expect(reply('SET k 1', 'JSON.GET k')).toBe(wrongType)
    expect(reply('SET k 1', 'JSON.SET k $ 1')).toBe(wrongType)
  })

  test('that exists though nothing is in it', () => {
    expect(reply('JSON.SET k $ {}', 'EXISTS k')).toBe(1)
    expect(reply('JSON.SET k $ {"a":1}', 'JSON.DEL k $.a', 'JSON.GET k')).toBe('{}')
  })
})

describe('JSON.SET', () => {
  after('{"a":1,"n":{"a":[2]}}', [
    ['JSON.SET k $ 5', '5'],
    ['JSON.SET k . 5', '5'],
    ['JSON.SET k $.a 5', '{"a":5,"n":{"a":[2]}}'],
    ['JSON.SET k a 5', '{"a":5,"n":{"a":[2]}}'],
    ['JSON.SET k $..a 5', '{"a":5,"n":{"a":5}}'],
    ['JSON.SET k $.b 5', '{"a":1,"n":{"a":[2]},"b":5}'],
    ['JSON.SET k .n.b 5', '{"a":1,"n":{"a":[2],"b":5}}'],
    ['JSON.SET k $.n.a[0] {"b":[]}', '{"a":1,"n":{"a":[{"b":[]}]}}'],
    ['JSON.SET k $.a 5 NX', '{"a":1,"n":{"a":[2]}}'],
    ['JSON.SET k $.b 5 nx', '{"a":1,"n":{"a":[2]},"b":5}'],
    ['JSON.SET k $.a 5 XX', '{"a":5,"n":{"a":[2]}}'],
    ['JSON.SET k $.b 5 XX', '{"a":1,"n":{"a":[2]}}'],
  ])
  each('{"a":[1]}', [
    ['JSON.SET k $ 5', '+OK'],
    ['JSON.SET k $ 5 NX', null],
    ['JSON.SET k $.b 5 XX', null],
    ['JSON.SET k $.b.c 5', null],
    ['JSON.SET k $.a.b 5', null],
    ['JSON.SET k $.a[0] 5 NX', null],
    ['JSON.SET k $.a[1] 5', '(error) ERR array index out of range'],
    ['JSON.SET k $.*.b 5', '(error) Err wrong static path'],
    ['JSON.SET k $ 5 NX XX', '(error) ERR syntax error'],
    ['JSON.SET k $ 5 EX', '(error) ERR syntax error'],
    ['JSON.SET k $', "(error) ERR wrong number of arguments for 'json.set' command"],
    ['JSON.SET l $ 5 XX', null],
    ['JSON.SET l $ 5 NX', '+OK'],
    ['JSON.SET l $.a 5', notAtRoot],
    ['JSON.SET k $ {', '(error) EOF while parsing an object at line 1 column 1'],
    ['JSON.SET k $. 5', '(error) Error occurred on position 2, "$. <<<<----", parsing error.'],
  ])

  test('puts values of their own at each place', () => {
    const lines = ['JSON.SET k $ [0,0]', 'JSON.SET k $[*] []', 'JSON.ARRAPPEND k $[0] 1']
    expect(reply(...lines, 'JSON.GET k')).toBe('[[1],[]]')
  })
})

describe('JSON.MSET sets all or nothing', () => {
  test.each([
    ['JSON.MSET k $ 1 l $ 2', '+OK', ['[1]', '[2]']],
    ['JSON.MSET k $ {} k $.a 1 l .a 2', notAtRoot, [null, null]],
    ['JSON.MSET k $ {} k $.a 1', '+OK', ['[{"a":1}]', null]],
    ['JSON.MSET k $ {} k $.a.b 1', null, ['[{}]', null]],
    [
      'JSON.MSET k $ 1 l $',
      "(error) ERR wrong number of arguments for 'json.mset' command",
      [null, null],
    ],
  ])('%s', (line, want, documents) => {
    expect(replies(line, 'JSON.MGET k l $')).toEqual([want, documents])
  })
})

describe('JSON.MERGE', () => {
  after('{"a":{"b":1,"c":[1]}}', [
    ['JSON.MERGE k $ {"a":{"b":null,"d":2}}', '{"a":{"c":[1],"d":2}}'],
    ['JSON.MERGE k $.a {"c":[2]}', '{"a":{"b":1,"c":[2]}}'],
    ['JSON.MERGE k $.a.b {"x":null}', '{"a":{"b":{},"c":[1]}}'],
    ['JSON.MERGE k $.e 3', '{"a":{"b":1,"c":[1]},"e":3}'],
    ['JSON.MERGE k $ [1]', '[1]'],
  ])
  each('{}', [
    ['JSON.MERGE l $ {"a":null}', '+OK'],
    ['JSON.MERGE l $.a 1', notAtRoot],
    ['JSON.MERGE k $.a.b 1', null],
  ])
})

describe('JSON.GET', () => {
  each('{"a":2,"b":3,"nested":{"a":4,"b":null}}', [
    ['JSON.GET k', '{"a":2,"b":3,"nested":{"a":4,"b":null}}'],
    ['JSON.GET k $.b', '[3]'],
    ['JSON.GET k $..b', '[null,3]'],
    ['JSON.GET k $.c', '[]'],
    ['JSON.GET k b', '3'],
    ['JSON.GET k ["b"]', '3'],
    ['JSON.GET k .nested.a', '4'],
    ['JSON.GET k .c', "(error) ERR Path '$.c' does not exist"],
    ['JSON.GET k $..a $..b', '{"$..a":[4,2],"$..b":[null,3]}'],
    ['JSON.GET k .a .b', '{".a":2,".b":3}'],
    ['JSON.GET k .a .c', "(error) ERR Path '$.c' does not exist"],
    ['JSON.GET k .a $.c', '{".a":[2],"$.c":[]}'],
    ['JSON.GET k NOESCAPE .a', '2'],
    ['JSON.GET k INDENT', "(error) ERR wrong number of arguments for 'json.get' command"],
    ['JSON.GET k FORMAT EXPAND', '(error) ERR FORMAT argument is not supported on RESP2'],
    ['JSON.GET l', null],
    ['JSON.GET l $.a', null],
  ])
  each('{"a":[1,[],{}],"b":{"c":"d"}}', [
    [
      String.raw`JSON.GET k INDENT "\t" newline "\n" SPACE " "`,
      '{\n\t"a": [\n\t\t1,\n\t\t[],\n\t\t{}\n\t],\n\t"b": {\n\t\t"c": "d"\n\t}\n}',
    ],
    ['JSON.GET k $.a INDENT _', '[_[__1,__[],__{}_]]'],
  ])
})

describe('JSON.MGET', () => {
  each('{"a":1,"n":{"a":3}}', [
    ['JSON.MGET k l $..a', ['[3,1]', null]],
    ['JSON.MGET k l .a', ['1', null]],
    ['JSON.MGET k l .b', [null, null]],
    ['JSON.MGET k', "(error) ERR wrong number of arguments for 'json.mget' command"],
  ])

  test('passes over what is no document', () => {
    expect(reply('SET k 1', 'JSON.MGET k $')).toEqual([null])
  })
})

describe('JSON.DEL and JSON.FORGET', () => {
  const document = '{"a":1,"n":{"a":{"a":2},"b":[0,1,2,3]}}'
  each(document, [
    ['JSON.DEL k', 1],
    ['JSON.FORGET k $', 1],
    ['JSON.DEL k $..a', 2],
    ['JSON.DEL k .n.b[1]', 1],
    ['JSON.DEL k $.n.b[0,2,0]', 2],
    ['JSON.DEL k .x', 0],
    ['JSON.DEL l', 0],
  ])
  after(document, [
    ['JSON.DEL k .', null],
    ['JSON.FORGET k $..a', '{"n":{"b":[0,1,2,3]}}'],
    ['JSON.DEL k $.n.b[0,2,0]', '{"a":1,"n":{"a":{"a":2},"b":[1,3]}}'],
  ])
})

describe('JSON.CLEAR', () => {
  const document = '{"obj":{"a":1},"arr":[1],"str":"foo","bool":true,"int":42,"float":3.14,"no":{}}'
  each(document, [
    ['JSON.CLEAR k $.*', 4],
    ['JSON.CLEAR k', 1],
    ['JSON.CLEAR k .str', 0],
    ['JSON.CLEAR l', noKey],
  ])
  after(document, [
    ['JSON.CLEAR k $.*', '{"obj":{},"arr":[],"str":"foo","bool":true,"int":0,"float":0,"no":{}}'],
    ['JSON.CLEAR k', '{}'],
  ])
})

describe('JSON.TYPE', () => {
  each('{"a":2,"n":{"a":true},"f":2.0,"s":"","l":[],"z":null,"u":18446744073709551615}', [
    ['JSON.TYPE k $..a', ['boolean', 'integer']],
    ['JSON.TYPE k $.*', ['integer', 'object', 'number', 'string', 'array', 'null', 'integer']],
    ['JSON.TYPE k', 'object'],
    ['JSON.TYPE k .f', 'number'],
    ['JSON.TYPE k .x', null],
    ['JSON.TYPE k $.x', []],
    ['JSON.TYPE l $', null],
  ])
})

describe('arithmetic', () => {
  each('{"a":"b","b":[{"a":2},{"a":5.5},{"a":"c"}],"max":9223372036854775807}', [
    ['JSON.NUMINCRBY k $.a 2', '[null]'],
    ['JSON.NUMINCRBY k $..a 2', '[4,7.5,null,null]'],
    ['JSON.NUMMULTBY k $..a 2', '[4,11.0,null,null]'],
    ['JSON.NUMPOWBY k $..a 2', '[4,30.25,null,null]'],
    ['JSON.NUMINCRBY k .b[0].a 2', '4'],
    ['JSON.NUMINCRBY k .b[0].a 0.5', '2.5'],
    ['JSON.NUMINCRBY k ..a 1', '6.5'],
    ['JSON.NUMPOWBY k .b[0].a -1', '0.5'],
    ['JSON.NUMINCRBY k $.x 2', '[]'],
    [
      'JSON.NUMINCRBY k .a 2',
      "(error) ERR Path '$.a' does not exist or does not contains a number",
    ],
    ['JSON.NUMINCRBY k $.max 1', '(error) ERR numeric overflow'],
    ['JSON.NUMINCRBY k $.max -1', '[9223372036854775806]'],
    ['JSON.NUMPOWBY k $.max 9223372036854775807', '(error) ERR numeric overflow'],
    ['JSON.NUMMULTBY k $.b[1].a 1e308', '(error) ERR result is not a number'],
    ['JSON.NUMINCRBY k $.b "\\"1\\""', '(error) bad input number'],
    ['JSON.NUMINCRBY k $.b x', '(error) expected value at line 1 column 1'],
    ['JSON.NUMINCRBY l $ 1', noKey],
  ])
})

describe('JSON.TOGGLE', () => {
  each('{"a":true,"n":{"a":1}}', [
    ['JSON.TOGGLE k $..a', [null, 0]],
    ['JSON.TOGGLE k .a', 'false'],
    ['JSON.TOGGLE k .n', "(error) ERR Path '$.n' does not exist or not a bool"],
    ['JSON.TOGGLE l $', noKey],
  ])
})

describe('strings', () => {
  each('{"a":"foo","n":{"a":"héllo"},"m":{"a":31}}', [
    ['JSON.STRLEN k $..a', [6, null, 3]],
    ['JSON.STRLEN k .a', 3],
    [
      'JSON.STRLEN k',
      '(error) WRONGTYPE wrong type of path value - expected string but found object',
    ],
    ['JSON.STRLEN k .x', "(error) ERR Path '$.x' does not exist"],
    ['JSON.STRLEN l', null],
    ['JSON.STRLEN l $', noKey],
    ['JSON.STRAPPEND k $..a "\\"baz\\""', [9, null, 6]],
    ['JSON.STRAPPEND k .a "\\"baz\\""', 6],
    ['JSON.STRAPPEND k "\\"baz\\""', "(error) ERR Path '$' does not exist or not a string"],
    [
      'JSON.STRAPPEND k $.a 1',
      '(error) WRONGTYPE wrong type of path value - expected string but found integer',
    ],
    ['JSON.STRAPPEND l $ "\\"baz\\""', noKey],
  ])
})

describe('arrays', () => {
  each('{"a":[1,2,3],"n":{"a":"x"},"e":[]}', [
    ['JSON.ARRLEN k $..a', [null, 3]],
    ['JSON.ARRLEN k .a', 3],
    ['JSON.ARRLEN k', "(error) ERR Path '$' does not exist or not an array"],
    ['JSON.ARRLEN k .x', "(error) ERR Path '$.x' does not exist"],
    ['JSON.ARRLEN l', null],
    ['JSON.ARRLEN l $', noKey],
    ['JSON.ARRAPPEND k $..a 4 5', [null, 5]],
    ['JSON.ARRAPPEND k .a 4', 4],
    ['JSON.ARRAPPEND k .n 4', "(error) ERR Path '$.n' does not exist or not an array"],
    ['JSON.ARRAPPEND k $.a', "(error) ERR wrong number of arguments for 'json.arrappend' command"],
    ['JSON.ARRINSERT k $.a 3 4', [4]],
    ['JSON.ARRINSERT k $.a 4 4', '(error) ERR index out of bounds'],
    ['JSON.ARRINSERT k $.a -4 4', '(error) ERR index out of bounds'],
    ['JSON.ARRINSERT k $.a x 4', "(error) Couldn't parse as integer"],
    ['JSON.ARRINDEX k $..a 2', [null, 1]],
    ['JSON.ARRINDEX k $.a 2 2', [-1]],
    ['JSON.ARRINDEX k $.a 3 0 -1', [-1]],
    ['JSON.ARRINDEX k $.a 3 -1', [2]],
    ['JSON.ARRINDEX k $.a 2.0', [-1]],
    ['JSON.ARRINDEX k $.e 2', [-1]],
    ['JSON.ARRINDEX k .a 2 -9 9', 1],
    [
      'JSON.ARRINDEX k .n 2',
      '(error) WRONGTYPE wrong type of path value - expected array but found object',
    ],
    ['JSON.ARRINDEX l $ 2', "(error) ERR Path '$' does not exist"],
    ['JSON.ARRPOP k $..a', [null, '3']],
    ['JSON.ARRPOP k .a 0', '1'],
    ['JSON.ARRPOP k .a 9', '3'],
    ['JSON.ARRPOP k .a -9', '1'],
    ['JSON.ARRPOP k .e', null],
    ['JSON.ARRPOP k', "(error) ERR Path '$' does not exist or not an array"],
    ['JSON.ARRPOP l', noKey],
    ['JSON.ARRTRIM k $..a 1 1', [null, 1]],
    ['JSON.ARRTRIM k .a 1 9', 2],
    ['JSON.ARRTRIM k .a 3 9', 0],
    ['JSON.ARRTRIM k .a 2 1', 0],
    ['JSON.ARRTRIM k .e 0 1', 0],
  ])
  after('{"a":[1,2,3]}', [
    ['JSON.ARRAPPEND k $.a 4 [5]', '{"a":[1,2,3,4,[5]]}'],
    ['JSON.ARRINSERT k $.a 1 4 5', '{"a":[1,4,5,2,3]}'],
    ['JSON.ARRINSERT k $.a -1 4', '{"a":[1,2,4,3]}'],
    ['JSON.ARRPOP k $.a 1', '{"a":[1,3]}'],
    ['JSON.ARRTRIM k $.a 1 1', '{"a":[2]}'],
    ['JSON.ARRTRIM k $.a -2 -1', '{"a":[2,3]}'],
    ['JSON.ARRTRIM k $.a 3 9', '{"a":[]}'],
  ])
})

describe('objects', () => {
  each('{"a":[3],"nested":{"a":{"2":2,"1":1}}}', [
    ['JSON.OBJLEN k $..a', [2, null]],
    ['JSON.OBJLEN k', 2],
    ['JSON.OBJLEN k .x', null],
    [
      'JSON.OBJLEN k .a',
      '(error) WRONGTYPE wrong type of path value - expected object but found array',
    ],
    ['JSON.OBJLEN l', null],
    ['JSON.OBJLEN l $', "(error) ERR Path '$' does not exist or not an object"],
    ['JSON.OBJKEYS k $..a', [['2', '1'], null]],
    ['JSON.OBJKEYS k', ['a', 'nested']],
    ['JSON.OBJKEYS k .x', null],
    ['JSON.OBJKEYS k .a', "(error) ERR Path '$.a' does not exist or not an object"],
    ['JSON.OBJKEYS l', null],
    ['JSON.OBJKEYS l $', noKey],
  ])
})

describe('JSON.RESP', () => {
  each('{"a":[1,2.5,"x",true,null],"b":{}}', [
    ['JSON.RESP k', ['+{', 'a', ['+[', 1, '2.5', 'x', '+true', null], 'b', ['+{']]],
    ['JSON.RESP k $.b', [['+{']]],
    ['JSON.RESP k .x', "(error) ERR Path '$.x' does not exist"],
    ['JSON.RESP l', null],
  ])
})

describe('JSON.DEBUG', () => {
  each('[1,"string",{}]', [
    ['JSON.DEBUG MEMORY k', 86],
    ['JSON.DEBUG MEMORY k $[*]', [8, 14, 8]],
    ['JSON.DEBUG MEMORY l', 0],
    ['JSON.DEBUG MEMORY l $', []],
    [
      'JSON.DEBUG HELP',
      ['MEMORY <key> [path] - reports memory usage', 'HELP                - this message'],
    ],
  ])
})

describe('depth', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('is limited in what is given', () => {
    expect(reply(`JSON.SET k $ ${nested(127)}`)).toBe('+OK')
    const refusal = '(error) recursion limit exceeded at line 1 column 128'
    expect(reply(`JSON.SET k $ ${nested(128)}`)).toBe(refusal)
    expect(reply(`JSON.SET k $ ${nested(100_000)}`)).toBe(refusal)
  })

  test.each([
    ['JSON.SET k $..leaf', 125],
    ['JSON.SET k $.a.new', 125],
    ['JSON.MERGE k $.a', 126],
    ['JSON.ARRAPPEND k $.list', 125],
    ['JSON.ARRINSERT k $.list 0', 125],
  ])('is limited in what comes together: %s', (command, most) => {
    const document = 'JSON.SET k $ {"a":{"leaf":1},"list":[]}'
    const refusal = '(error) ERR recursion limit exceeded'
    expect(reply(document, `${command} ${nested(most)}`)).not.toBe(refusal)
    expect(reply(document, `${command} ${nested(most + 1)}`)).toBe(refusal)
  })
})

test('a document may be large', () => {
  const zeros = `[${'0,'.repeat(300_000)}0]`
  const lines = [`JSON.SET k $ ${zeros}`, `JSON.ARRINSERT k $ 0 ${zeros}`, 'JSON.DEL k $[1:]']
  expect(replies(...lines)).toEqual(['+OK', [300_002], 300_001])
})
