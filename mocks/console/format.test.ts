import { expect, test } from 'vitest'

/** The functions of the page, which is not a part of this TypeScript project. */
interface PageFormat {
  readonly pretty: (text: string) => string
}

const page: unknown = await import(new URL('./page/format.ts', import.meta.url).href)
const { pretty } = page as PageFormat

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
