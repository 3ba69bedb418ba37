import { describe, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { testPage } from './page-testing.js'
import { textOf } from '../testing.js'

describe('the page on tests', () => testPage('docs/testing.md'))

it('lists every control route, except those that only the console may use', async () => {
  await using mock = await startMock()
  const refused = await mock.kv.fetch('/__mock/there/is/no/such/route')
  const { error } = (await refused.json()) as { error: string }
  const routes = error.replace(/^.*expected one of /, '').split(', ')
  const page = textOf('docs/testing.md')

  expect(routes.length).toBeGreaterThan(15)
  const missing = routes
    .map((route) => route.replace(' ', ' /__mock'))
    .filter((route) => !page.includes(`\`${route}\``) && !page.includes(`\`${route}?`))
  expect(missing).toEqual([])
})
