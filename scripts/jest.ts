// The public module `svc-contract/jest`: starts one mock for all workers of jest. It is for `globalSetup`,
// because tests of jest in CommonJS cannot load ES modules.

import { env } from 'node:process'
import { startMock, type AlarmClock, type Mock, type MockOptions } from '../mocks/index.js'
import { dialectOf } from '../mocks/start/options.js'
import { environmentOf } from './cli/mock/environment.js'

/** The part of the configuration of a jest project that the mock reads. */
interface ProjectConfig {
  readonly globals?: {
    /** The options of `startMock`, as JSON. */
    readonly svcContract?: MockOptions<AlarmClock>
  }
}

let mock: Mock<AlarmClock> | undefined

/**
 * Starts a mock, and sets environment variables for all workers: `SVC_KV_URL`, `SVC_KV_TOKEN`,
 * `SVC_KV_READONLY_TOKEN`, `SVC_QUEUE_URL`, `SVC_QUEUE_TOKEN`, `SVC_CURRENT_SIGNING_KEY`,
 * `SVC_NEXT_SIGNING_KEY`, and those that clients of the dialect read. The mock ends with jest. In watch
 * mode each run gets a new mock.
 *
 * @example
 * // jest.config.js
 * module.exports = {
 *   globalSetup: 'svc-contract/jest',
 *   globals: { svcContract: { dialect: 'upstash' } },
 * }
 */
export default async function globalSetup(
  _config?: unknown,
  { globals: { svcContract: options = {} } = {} }: ProjectConfig = {},
): Promise<void> {
  await mock?.close()
  mock = await startMock(options)
  const { kv, queue } = mock
  Object.assign(env, {
    SVC_KV_URL: kv.url,
    SVC_KV_TOKEN: kv.token,
    SVC_KV_READONLY_TOKEN: kv.readOnlyToken,
    SVC_QUEUE_URL: queue.url,
    SVC_QUEUE_TOKEN: queue.token,
    SVC_CURRENT_SIGNING_KEY: queue.signingKeys.current,
    SVC_NEXT_SIGNING_KEY: queue.signingKeys.next,
    ...environmentOf(dialectOf(options.dialect), mock),
  })
}
