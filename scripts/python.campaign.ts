// Runs the published Python clients against the mock. pip installs them in a temporary folder.

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type AlarmClock, type Mock } from '../mocks/index.js'
import { installed, root, run, temporaryFolder } from './testing.js'

const CLIENTS = ['upstash-redis', 'upstash-ratelimit', 'qstash']

const folder = temporaryFolder()
const python = join(folder, 'bin/python')

/** Installs the clients. Returns the reason if they cannot be installed. */
async function install(): Promise<string | undefined> {
  if (installed('python3') === undefined) return 'python3 is not installed'
  const environment = await run('python3', ['-m', 'venv', folder])
  if (environment.code !== 0)
    return `python3 cannot create an environment (is python3-venv installed?): ${lastLine(environment.output)}`
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...CLIENTS]
  const { code, output } = await run(python, pip)
  return code === 0 ? undefined : `pip cannot install ${CLIENTS.join(', ')}: ${lastLine(output)}`
}

const lastLine = (output: string) => output.trim().split('\n').at(-1)

const missing = await install()
if (missing !== undefined) {
  const problem = `the Python clients, because ${missing}`
  if (process.env['CI'] === 'true') throw new Error(`cannot run ${problem}`)
  console.log(`skipped: ${problem}`)
}

describe.skipIf(missing !== undefined)('the Python clients', () => {
  let mock: Mock<AlarmClock>
  beforeAll(async () => {
    const { stdout } = await run(python, ['-m', 'pip', 'freeze'])
    console.log(
      stdout
        .split('\n')
        .filter((line) => /^(upstash|qstash)/.test(line))
        .join(', '),
    )
    mock = await startMock({ dialect: 'upstash', clock: 'real' })
  })
  afterAll(() => mock.close())

  it.each([
    ['upstash-redis', 'redis_client.py'],
    ['upstash-ratelimit', 'limiter.py'],
    ['qstash', 'queue_client.py'],
  ])('%s works on the mock', async (_, program) => {
    const { kv, queue } = mock
    const env = {
      ...process.env,
      UPSTASH_REDIS_REST_URL: kv.url,
      UPSTASH_REDIS_REST_TOKEN: kv.token,
      QSTASH_URL: queue.url,
      QSTASH_TOKEN: queue.token,
      QSTASH_CURRENT_SIGNING_KEY: queue.signingKeys.current,
      QSTASH_NEXT_SIGNING_KEY: queue.signingKeys.next,
    }
    const { code, output } = await run(python, [join(root, 'scripts/python', program)], { env })
    expect(code, output).toBe(0)
    expect(output).toContain('passed')
  })
})
