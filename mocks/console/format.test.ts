import { expect, test } from 'vitest'
import { pretty } from './page/format.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['no JSON', 'no JSON'],
  ['{"stack":"Error: a \\"b\\"\\n    at c"}', '{\n  "stack": "Error: a "b"\n        at c"\n}'],
  ['"{\\"a\\":1}"', '"{\n  "a": 1\n}"'],
  ['{"a":[],"b":"\\u0000"}', '{\n  "a": [],\n  "b": "\\u0000"\n}'],
  [
    JSON.stringify([{ messageId: 'm', callType: 'step', body: base64('{"stepId":1}') }]),
    '[\n  {\n    "messageId": "m",\n    "callType": "step",\n    "body": "{\n      "stepId": 1\n    }"\n  }\n]',
  ],
])('%j is shown as %j', (text, shown) => {
  expect(pretty(text)).toBe(shown)
})
