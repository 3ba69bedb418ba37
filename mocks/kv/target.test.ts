import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.js'
import { checkPercentSigns, pathSegments, queryParameters } from './target.js'

test.each([
  ['/set/k/', ['set', 'k', '']],
  ['//a', ['', 'a']],
  ['/./..', ['.', '..']],
  ['/%FF%00%c3%bc/a+b', ['\xff\x00\xc3\xbc', 'a+b']],
])('the path %s has the segments %j', (path, segments) => {
  expect(pathSegments(path)).toEqual(segments)
})

test('a query has its parameters in order, also without a value', () => {
  const parameters = queryParameters('b=1&&a&b=c=d&e=&a%26=%3D+')
  const values = ['b:1', 'a:', 'b:c=d', 'e:', 'a&:=+']
  expect(parameters.map(({ name, value }) => `${name}:${value}`)).toEqual(values)
})

test.each([
  ['/get/%zz', "'%zz' at character 6"],
  ['/get/a%4', "'%4' at character 7"],
  ['/set/k?EX=%', "'%' at character 11"],
])('%s is refused', (target, place) => {
  expect(() => checkPercentSigns('/get/%61?%61')).not.toThrow()
  expect(() => checkPercentSigns(target)).toThrow(
    new Refusal(400, `ERR ${place} of the target is no percent-encoded byte`),
  )
})
