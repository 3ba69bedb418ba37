// Parameters of the JSON commands: paths, values and layouts.

import { parameter, word } from '../../command/parameters.js'
import { parseInt64 } from '../../engine/core/int64.js'
import { parsePath, type JsonPath } from '../../engine/json/json-path.js'
import { parseJson } from '../../engine/json/json-text.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { isNumber, isString, wrongType } from './values.js'

export const path = word('path', parsePath)
export const jsonValue = word('json', parseJson)
export const index = word('integer', (word) =>
  Number(parseInt64(word, "Couldn't parse as integer")),
)

const ROOT = parsePath('.')
export const pathOrRoot = parameter('[path]', (words) => (words.left > 0 ? path.take(words) : ROOT))

export const number = word('number', (word) => {
  const number = parseJson(word)
  if (!isNumber(number)) throw new ReplyError('bad input number')
  return number
})

/** A string to append. If there are two words, the first is the path. */
export const pathThenString = parameter('[path] json', (words) => {
  const [first, second] = [words.next(), words.left > 0 ? words.next() : undefined]
  const suffix = parseJson(second ?? first)
  if (!isString(suffix)) throw wrongType('string', suffix)
  return { path: second === undefined ? ROOT : parsePath(first), suffix }
})

/** The options of JSON.GET, with paths before, between and after them. */
export const layoutAndPaths = parameter(
  '{INDENT value, NEWLINE value, SPACE value} [path...]',
  (words) => {
    const layout: { indent?: Bytes; newline?: Bytes; space?: Bytes } = {}
    const paths: JsonPath[] = []
    while (words.left > 0) {
      const word = words.next()
      const option = word.toLowerCase()
      if (option === 'indent' || option === 'newline' || option === 'space') {
        layout[option] = words.next()
      } else if (option === 'format') {
        throw new ReplyError('ERR FORMAT argument is not supported on RESP2')
      } else if (option !== 'noescape') paths.push(parsePath(word))
    }
    return { layout, paths: paths.length > 0 ? paths : [ROOT] }
  },
)
