// Gets Redis's own tests from the source package of the system, without a change of its settings.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed, run } from '../testing.js'

/** The release whose behaviour the mock has. */
const RELEASE = '7.0.15'
const APT = '/etc/apt'

/** The folder with Redis's tests, or the reason why they cannot run here. */
export type Source = { readonly tests: string } | { readonly missing: string }

/** Downloads and unpacks the source of Redis to a folder. */
export async function sourceOfRedis(folder: string): Promise<Source> {
  for (const program of ['tclsh', 'apt-get', 'tar']) {
    if (installed(program) === undefined) return { missing: `${program} is not installed` }
  }
  const options = privateApt(folder)
  // Some sources may have no source packages, so only the next step can fail.
  await run('apt-get', ['--quiet', ...options, 'update'])
  const get = ['--quiet', ...options, 'source', '--download-only', 'redis']
  const { output } = await run('apt-get', get, { cwd: folder })
  const archive = readdirSync(folder).find((name) => name.startsWith(`redis_${RELEASE}.orig.tar`))
  if (archive === undefined) {
    return {
      missing: `apt-get has no source of Redis ${RELEASE}: ${output.trim().split('\n').at(-1)}`,
    }
  }
  const { code, output: told } = await run('tar', ['-xf', archive], { cwd: folder })
  if (code !== 0) return { missing: `tar cannot unpack ${archive}: ${told}` }
  const unpacked = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.includes(RELEASE),
  )
  return unpacked ? { tests: join(folder, unpacked.name) } : { missing: `${archive} is empty` }
}

/** Returns options with which apt reads source packages from the system's sources, in a folder. */
function privateApt(folder: string): string[] {
  const apt = join(folder, 'apt')
  for (const name of ['lists/partial', 'cache/archives/partial', 'sources']) {
    mkdirSync(join(apt, name), { recursive: true })
  }
  for (const [name, text] of sources()) writeFileSync(join(apt, 'sources', name), text)
  return [
    `Dir::Etc::sourcelist=/dev/null`,
    `Dir::Etc::sourceparts=${join(apt, 'sources')}`,
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
  ].flatMap((option) => ['-o', option])
}

/** Returns the sources of the system, changed from packages to source packages. */
function sources(): (readonly [name: string, text: string])[] {
  const parts = filesIn(join(APT, 'sources.list.d')).filter((name) =>
    /\.(list|sources)$/.test(name),
  )
  const paths = [
    ...filesIn(APT).filter((name) => name === 'sources.list'),
    ...parts.map((name) => join('sources.list.d', name)),
  ]
  return paths.map((path) => {
    const text = readFileSync(join(APT, path), 'utf8')
    const changed = text.replace(/^Types:.*$/gm, 'Types: deb-src').replace(/^deb\s/gm, 'deb-src ')
    return [path.endsWith('.list') ? `${path.replace('/', '-')}` : path.split('/').at(-1)!, changed]
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
