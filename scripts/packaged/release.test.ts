// Tests what publishing a version relies on: .github/workflows/release.yml and package.json.

import { execFileSync } from 'node:child_process'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { root, textOf } from '../testing.js'

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>
}

const { version, scripts } = JSON.parse(textOf('package.json')) as {
  readonly version: string
  readonly scripts: Record<string, string>
}
const workflow = parse(textOf('.github/workflows/release.yml')) as Workflow
const commands = Object.values(workflow.jobs).flatMap(({ steps }) =>
  steps.flatMap(({ run }) => run?.trim().split('\n') ?? []),
)

it('the release notes are the section of the version in CHANGELOG.md', () => {
  const extraction = commands.find((command) => command.startsWith('awk '))!
  const notes = execFileSync('bash', ['-c', extraction.replace(/> \S+$/, '')], {
    cwd: root,
    env: { ...process.env, GITHUB_REF_NAME: `v${version}` },
    encoding: 'utf8',
  })
  expect(notes).toContain('**Conformance suite.**')
  expect(notes).not.toMatch(/^## /m)
})

it('a tag that is not the version of package.json is refused', () => {
  const comparison = commands.find((command) => command.startsWith('test "$GITHUB_REF_NAME"'))!
  const compare = (tag: string) =>
    execFileSync('bash', ['-c', comparison], {
      cwd: root,
      env: { ...process.env, GITHUB_REF_NAME: tag },
    })
  expect(() => compare(`v${version}`)).not.toThrow()
  expect(() => compare('v99.0.0')).toThrow()
})

it('installing the package runs no script, so npm warns about none', () => {
  const runOnInstall = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(Object.keys(scripts).filter((name) => runOnInstall.includes(name))).toEqual([])
})
