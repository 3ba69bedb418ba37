// The provider of our own mocks: their control routes, over HTTP.

import type { Provider } from '../provider.js'

/**
 * The provider of the mock at `url`, or undefined where nothing answers `/__mock/health` there as
 * the mock does. The clock can be turned only where it is virtual.
 */
export async function mockProvider(
  url: string,
  signal?: AbortSignal,
): Promise<Provider | undefined> {
  const control = `${url.replace(/\/$/, '')}/__mock`
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(control + path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw new Error(`${control}${path} answered ${response.status}`)
    return response.json()
  }
  const health = (await call('/health').catch(() => undefined)) as { clock?: unknown } | undefined
  if (health?.clock === undefined) return undefined

  return {
    name: 'mock',
    reset: async () => void (await call('/reset', {})),
    ...(health.clock === 'virtual' && {
      clock: {
        now: async () => ((await call('/clock')) as { now: number }).now,
        advance: async (milliseconds) => void (await call('/clock', { advance: milliseconds })),
      },
    }),
  }
}
