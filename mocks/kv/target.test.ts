import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.js'
import { checkPercentSigns, pathSegments, queryParameters } from './target.js'

test.each([
  ['/', ['']],
  ['/set/k/', ['set', 'k', '']],
  ['//a', ['', 'a']],
  ['/./..', ['.', '..']],
  ['/a%2Fb', ['a/b']],
  ['/%FF%00%c3%bc', ['\xff\x00\xc3\xbc']],
  ['/a+b', ['a+b']],
  ['/a%252F', ['a%2F']],
])('the path %s has the segments %j', (path, segments) => {
  expect(pathSegments(path)).toEqual(segments)
})

test.each([
  ['', []],
  ['&&', []],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['a=b=c', [['a', 'b=c']]],
  [
    'b=1&a=2&b=3',
    [
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ],
  ],
  ['a%26=%3D+', [['a&', '=+']]],
])('the query %j has the parameters %j', (query, parameters) => {
  expect(queryParameters(query).map(({ name, value }) => [name, value])).toEqual(parameters)
})

test.each([
  ['/get/%zz', "'%zz' at character 6"],
  ['/get/a%4', "'%4' at character 7"],
  ['/set/k?EX=%', "'%' at character 11"],
])('%s is refused', (target, where) => {
  expect(() => checkPercentSigns('/get/%61?%61')).not.toThrow()

  expect(() => checkPercentSigns(target)).toThrow(
    new Refusal(400, `ERR ${where} of the target is no percent-encoded byte`),
  )
})
