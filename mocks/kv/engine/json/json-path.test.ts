import { expect, test } from 'vitest'
import { JsonDocument } from './json.js'
import { parsePath, removeAt, select, valueAt } from './json-path.js'
import { parseJson, writeJson } from './json-text.js'

/** What a path finds, as text. */
function found(text: string, path: string): string {
  const document = new JsonDocument(parseJson(text))
  return writeJson(select(document, parsePath(path)).map(valueAt))
}

const shop =
  '{"books":[{"t":"A","p":8,"isbn":1},{"t":"B","p":12.5},{"t":"c","p":8.0,"tags":["x"]}],"max":10,"a b":{"é":[0,1,2,3,4]}}'

test.each([
  ['$', `[${shop}]`],
  ['.', `[${shop}]`],
  ['$.max', '[10]'],
  ['max', '[10]'],
  ['.books[0].t', '["A"]'],
  ['["a b"].é', '[[0,1,2,3,4]]'],
  [`$['a b']["é"][1]`, '[1]'],
  ['$..[0]', '["x",{"t":"A","p":8,"isbn":1},0]'],
  ['$.books[*].t', '["A","B","c"]'],
  ['$.books.*.t', '["A","B","c"]'],
  ['$.books[-1].t', '["c"]'],
  ['$.books[3].t', '[]'],
  ['$.books[-4].t', '[]'],
  ['$.books[0,2,0].t', '["A","c","A"]'],
  [`$.books[0]["t",'p',"x"]`, '["A",8]'],
  ['$..é[1:3]', '[1,2]'],
  ['$..é[:2]', '[0,1]'],
  ['$..é[-2:]', '[3,4]'],
  ['$..é[:]', '[0,1,2,3,4]'],
  ['$..é[::2]', '[0,2,4]'],
  ['$..é[1:-1:2]', '[1,3]'],
  ['$..é[3:1]', '[]'],
  ['$.books [ 0 , 1 ] .t', '["A","B"]'],
  ['$.books[?(@.p==8)].t', '["A","c"]'],
  ['$.books[?@.p == 8].t', '["A","c"]'],
  ['$.books[?(@.p!=8)].t', '["B"]'],
  ['$.books[?(@.p<$.max)].t', '["A","c"]'],
  ['$.books[?(@.p>=12.5)].t', '["B"]'],
  ['$.books[?(10<@.p)].t', '["B"]'],
  ['$.books[?(@.t<"B")].t', '["A"]'],
  ['$.books[?(@.isbn)].t', '["A"]'],
  ['$.books[?(@.isbn!=1)].t', '["B","c"]'],
  ['$.books[?(@.p==8 && @.isbn || @.t=="B")].t', '["A","B"]'],
  ['$.books[?(@.p==8 && (@.isbn || @.t=="B"))].t', '["A"]'],
  ['$.books[?(@.tags==$.books[2].tags)].t', '["c"]'],
  ['$.books[?(@.tags[0]=="x")].t', '["c"]'],
  ['$.books[?(@.t=~"^[a-z]")].t', '["c"]'],
  ['$.books[?(@.t=~"(?i)C")].t', '["c"]'],
  ['$.books[?(@.t=~"(")].t', '[]'],
  ['$.books[?(@.p=~"8")].t', '[]'],
  ['$..é[?(@>2)]', '[3,4]'],
  ['$.max[?(@>2)]', '[10]'],
  ['$.books[?(@.t==true)].t', '[]'],
  ['$.books[?(@.t==null)].t', '[]'],
])('%s finds %s', (path, want) => {
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  expect(found(bytes(shop), bytes(path))).toBe(bytes(want))
})

test.each([
  ['$..a', '[3,2,1,0]'],
  ['$..*', '[3,2,{"a":3},1,{"a":2,"b":{"a":3}},{"a":1},0,[{"a":2,"b":{"a":3}},{"a":1}]]'],
  ['$..[?(@.a)]', '[{"a":3},{"a":2,"b":{"a":3}},{"a":1}]'],
])('%s finds what is inside before what it is in', (path, want) => {
  expect(found('{"a":0,"l":[{"a":2,"b":{"a":3}},{"a":1}]}', path)).toBe(want)
})

test.each([
  ['', '$. <<<<----'],
  ['$.', '$. <<<<----'],
  ['$[', '$[ <<<<----'],
  ['$[]', '$[ ---->>>> ]'],
  ['$[0', '$[0 <<<<----'],
  ['$[0,]', '$[0, ---->>>> ]'],
  ['$["a]', '$[ ---->>>> "a]'],
  ['$["a",]', '$["a", ---->>>> ]'],
  ['$[::0]', '$[::0 ---->>>> ]'],
  ['$...a', '$.. ---->>>> .a'],
  ['a b', '$.a  ---->>>> b'],
  ['$.a]', '$.a ---->>>> ]'],
  ['$[?(@.a==)]', '$[?(@.a== ---->>>> )]'],
  ['$[?(@.a]', '$[?(@.a ---->>>> ]'],
])('%j is no path', (path, where) => {
  const position = where.search(/ (?:----|<<<<)/)
  expect(() => parsePath(path)).toThrow(
    `Error occurred on position ${position}, "${where}", parsing error.`,
  )
})

test('filters may not be in each other without end', () => {
  expect(() => parsePath(`$[?${'('.repeat(100_000)}`)).toThrow('Error occurred on position')
  expect(() => parsePath(`$${'[?@'.repeat(100_000)}`)).toThrow('Error occurred on position')
})

test('a long path is a path', () => {
  expect(found('{"a":1}', `$${'.a'.repeat(100_000)}`)).toBe('[]')
})

test('a path that multiplies what it finds ends', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`
  expect(() => found(deep, '$..*..*..*..*')).toThrow('ERR path matches too many values')
})

test('what is removed is counted once, and not again for what is in it', () => {
  const document = new JsonDocument(parseJson('{"a":{"a":1},"l":[0,1,2,3]}'))
  expect(removeAt(select(document, parsePath('$..a')))).toBe(1)
  expect(removeAt(select(document, parsePath('$.l[0,2,2]')))).toBe(2)
  expect(writeJson(document.root)).toBe('{"l":[1,3]}')
})
