import { describe, expect, test } from 'vitest'
import { leftovers, switchedOff } from './traces.js'

const home = `${'/'}home/me/project`

describe('leftovers', () => {
  test.each([
    ['README.md', `see ${home}`],
    ['scripts/a.ts', `const path = '${home}'`],
    ['package-lock.json', '"resolved": "https://registry.example/a.tgz"'],
    ['mocks/a.ts', `/${'/'} @ts-${'ignore'}`],
  ])('%s: %s', async (path, text) => {
    expect(await leftovers(new Map([[path, `\n${text}`]]))).toMatchObject([{ file: path, line: 2 }])
  })

  test.each([
    ['README.md', 'https://a.example/home/page'],
    ['package-lock.json', '"integrity": "sha512-a"'],
    ['mocks/a.ts', '// @ts-expect-error: the type is wrong upstream'],
  ])('not %s: %s', async (path, text) => {
    expect(await leftovers(new Map([[path, text]]))).toEqual([])
  })
})

describe('what is switched off', () => {
  const check = (text: string) => switchedOff(new Map([['mocks/a.test.ts', text]]))

  test.each(["it.only('a', f)", "test.skip('a', f)", "describe.todo('a')", 'const a = b as any'])(
    '%s',
    async (text) => {
      expect(await check(`\n${text}`)).toMatchObject([{ file: 'mocks/a.test.ts', line: 2 }])
    },
  )

  test.each([
    "// Fails on the runner's file system.\ntest.skip('a', f)",
    "test.skipIf(missing)('a', f)",
    "const text = 'it.only'",
  ])('not %s', async (text) => {
    expect(await check(text)).toEqual([])
  })
})
