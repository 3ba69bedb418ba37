// Bundles the modules of the package into dist/. A step of `npm run build`, after the compiler has written
// build/.
//
// The code is CommonJS in few files, in dist/code/, because Node starts many small modules slowly, and because only
// CommonJS can load a part at its first use without a promise. The public modules import it.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type OutputChunk, type Plugin } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const inBuild = (path: string) => join(root, 'build', path)
const inDist = (path: string) => join(root, 'dist', path)

/** The files of dist/code/ that have a fixed name, with their modules. */
const entries = {
  conformance: 'conformance/index.js',
  mocks: 'mocks/index.js',
  jest: 'scripts/jest.js',
  cli: 'scripts/cli.js',
  'mock-thread': 'scripts/cli/mock/thread.js',
  'embedded-thread': 'scripts/cli/test/mock-thread.js',
  'replay-thread': 'scripts/cli/mutate/replay-worker.js',
} as const

/** The public modules that only import the code. */
const facades = ['conformance', 'mocks', 'jest'] as const

/** The public modules of libraries that exist only as ES modules. */
const adapters = { vitest: 'scripts/vitest.js', msw: 'mocks/msw.js' } as const
const ADAPTER = /^(scripts|conformance|mocks)\/(vitest|msw)\.js$/

/** The exports that are loaded at their first use, without a promise: lists, functions and classes. */
const lazy: Readonly<Record<string, Readonly<Record<string, 'list' | 'function' | 'class'>>>> = {
  'mocks/faults/index.js': { faults: 'list' },
  'mocks/faults/kv/index.js': { kvFaults: 'list' },
  'mocks/faults/queue/index.js': { queueFaults: 'list' },
  'mocks/faults/like.js': { likenessOf: 'function' },
  'conformance/report/reporters/text.js': { text: 'function' },
  'scripts/cli/mock/like.js': {
    imitating: 'function',
    imitationJson: 'function',
    imitationLines: 'function',
  },
  'mocks/explore/explore.js': { explore: 'function' },
  'mocks/kv/lua/globals.js': { globalsFor: 'function' },
  'mocks/kv/lua/interpreter.js': { Interpreter: 'class' },
}

const fileOf = (module: string) => module.replace(/\.js$/, '').replaceAll('/', '-')

/** Returns the text of a module with the same exports, which loads `module` at their first use. */
function lazyModule(module: string): string {
  const load = `require('./${fileOf(module)}.cjs')`
  const text = {
    list: (name: string) => `
      const ${name}List = []
      const whenFilled = (operation) => (...args) => {
        if (${name}List.length === 0) ${name}List.push(...${load}.${name})
        return operation(...args)
      }
      export const ${name} = new Proxy(${name}List, {
        get: whenFilled(Reflect.get),
        has: whenFilled(Reflect.has),
        ownKeys: whenFilled(Reflect.ownKeys),
        getOwnPropertyDescriptor: whenFilled(Reflect.getOwnPropertyDescriptor),
      })`,
    function: (name: string) =>
      `export function ${name}(...args) { return ${load}.${name}(...args) }`,
    class: (name: string) =>
      `export function ${name}(...args) { return new (${load}.${name})(...args) }`,
  }
  return Object.entries(lazy[module]!)
    .map(([name, kind]) => text[kind](name))
    .join('\n')
}

const LAZY = '\0lazy:'

/** The modules of Lua are loaded together, so they import one another as they are. */
const LUA = /^mocks\/kv\/lua\//

/** Replaces the modules of `lazy` for all modules that import them. */
const loadingLazily: Plugin = {
  name: 'lazy',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (importer?.startsWith(LAZY)) return { id: source, external: true }
      if (importer === undefined || LUA.test(relative(inBuild(''), importer))) return undefined
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const module = resolved && relative(inBuild(''), resolved.id)
      return module && Object.hasOwn(lazy, module) ? LAZY + module : resolved
    },
  },
  load: (id) => (id.startsWith(LAZY) ? lazyModule(id.slice(LAZY.length)) : undefined),
}

/** Escapes all characters outside of Latin-1, because V8 compiles text with them more slowly. */
const escaping: Plugin = {
  name: 'escape',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunk.code = chunk.code.replace(
        /[^\0-\xff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/** The helpers of the bundler are no package that is installed. */
const isPackage = (id: string) =>
  /^[^./#\0]/.test(id) && id !== INSIDE && !id.startsWith('@oxc-project/runtime')

/** The size of a file in characters. V8 compiles a file of ten times the size thirty times as long. */
const LARGEST = 80_000

/**
 * Returns a plugin, and a function that names the file of each module. Modules that the same entries load are one
 * sequence in the order in which they run, and a file is a part of a sequence: no two files import each other.
 */
function slicing() {
  const files = new Map<string, string>()
  const plugin: Plugin = {
    name: 'slice',
    buildEnd() {
      const infos = Array.from(this.getModuleIds(), (id) => this.getModuleInfo(id)!)
      const infoOf = new Map(infos.map((info) => [info.id, info]))
      const starts = infos.filter(
        ({ isEntry, dynamicImporters }) => isEntry || dynamicImporters.length > 0,
      )
      const ordered = new Set<string>()
      const reaching = new Map<string, string>()
      for (const [index, start] of starts.entries()) {
        const seen = new Set<string>()
        const visit = (id: string) => {
          const info = infoOf.get(id)
          if (info === undefined || isPackage(id) || seen.has(id)) return
          seen.add(id)
          info.importedIds.forEach(visit)
          ordered.add(id)
          reaching.set(id, `${reaching.get(id) ?? ''} ${index}`)
        }
        visit(start.id)
      }
      const sequences = new Map<string, { name: string; size: number }>()
      for (const id of ordered) {
        const { code } = infoOf.get(id)!
        const size = code?.length ?? 0
        const known = sequences.get(reaching.get(id)!)
        const open =
          known !== undefined && known.size + size <= LARGEST
            ? known
            : { name: nameOf(id), size: 0 }
        open.size += size
        sequences.set(reaching.get(id)!, open)
        files.set(id, open.name)
      }
    },
  }
  const used = new Map<string, number>()
  /** Returns a name with the folder of the first module. */
  function nameOf(id: string): string {
    const folder = dirname(relative(inBuild(''), id))
      .replace(/[^\w/-]/g, '')
      .replaceAll('/', '-')
    const count = (used.get(folder) ?? 0) + 1
    used.set(folder, count)
    return `${folder}.${count}`
  }
  return { plugin, fileOf: (id: string) => files.get(id) }
}

const INSIDE = 'inside'

/** A module with all that the adapters import. */
const inside = (modules: readonly string[]): Plugin => ({
  name: INSIDE,
  resolveId: (source) => (source === INSIDE ? `\0${INSIDE}` : undefined),
  load: (id) =>
    id === `\0${INSIDE}`
      ? modules.map((module) => `export * from ${JSON.stringify(inBuild(module))}`).join('\n')
      : undefined,
})

const common = { cwd: root, platform: 'node', logLevel: 'warn' } as const

/** Bundles the adapters as ES modules. Returns the modules that they import from dist/code/. */
async function buildAdapters(): Promise<readonly string[]> {
  const imported = new Set<string>()
  const outside: Plugin = {
    name: 'outside',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (importer === undefined || !resolved || resolved.external) return resolved
        const module = relative(inBuild(''), resolved.id)
        if (ADAPTER.test(module)) return resolved
        imported.add(module)
        return { id: `../code/${INSIDE}.cjs`, external: true }
      },
    },
  }
  await build({
    ...common,
    input: Object.fromEntries(
      Object.values(adapters).map((module) => [module.replace(/\.js$/, ''), inBuild(module)]),
    ),
    external: isPackage,
    plugins: [outside],
    output: { dir: inDist(''), format: 'esm', chunkFileNames: 'code/[name].js' },
  })
  return [...imported]
}

async function buildCode(imported: readonly string[]): Promise<readonly OutputChunk[]> {
  const slices = slicing()
  const { output } = await build({
    ...common,
    input: {
      ...Object.fromEntries(Object.entries(entries).map(([name, at]) => [name, inBuild(at)])),
      ...Object.fromEntries(Object.keys(lazy).map((at) => [fileOf(at), inBuild(at)])),
      [INSIDE]: INSIDE,
    },
    external: isPackage,
    preserveEntrySignatures: 'allow-extension',
    plugins: [loadingLazily, inside(imported), slices.plugin, escaping],
    output: {
      dir: inDist('code'),
      format: 'cjs',
      exports: 'named',
      comments: false,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: (id) => slices.fileOf(id) ?? null, debugName: 'slices' }],
      },
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
    },
  })
  return output.filter((each) => each.type === 'chunk')
}

function writeFacades(chunks: readonly OutputChunk[]): void {
  for (const name of facades) {
    const { exports } = chunks.find((chunk) => chunk.fileName === `${name}.cjs`)!
    const names = exports.filter((each) => !each.includes('$')).toSorted()
    const file = inDist(entries[name])
    mkdirSync(dirname(file), { recursive: true })
    const code = `'${relative(dirname(file), inDist(`code/${name}.cjs`))}'`
    // The default import of CommonJS is the object of exports in Node, and its default export in jest.
    const text = exports.includes('default')
      ? `import code from ${code}\nexport default code.default ?? code\n`
      : `export { ${names.join(', ')} } from ${code}\n`
    writeFileSync(file, text)
  }
  writeFileSync(inDist(entries.cli), `#!/usr/bin/env node\nimport '../code/cli.cjs'\n`)
}

async function buildTypes(): Promise<void> {
  const modules = [...facades.map((name) => entries[name]), ...Object.values(adapters)]
  await build({
    ...common,
    input: Object.fromEntries(
      modules.map((module) => [
        module.replace(/\.js$/, ''),
        inBuild(module.replace(/js$/, 'd.ts')),
      ]),
    ),
    external: isPackage,
    plugins: [dts({ dtsInput: true, sourcemap: false })],
    output: {
      dir: inDist(''),
      chunkFileNames: 'code/[name].d.ts',
      // Each module that needs this library refers to it, but the bundler drops references.
      banner: '/// <reference lib="esnext.disposable" />',
    },
  })
}

for (const folder of ['code', 'conformance', 'mocks', 'scripts'])
  rmSync(inDist(folder), { recursive: true, force: true })
writeFacades(await buildCode(await buildAdapters()))
await buildTypes()
for (const file of ['mocks/require', 'scripts/jest-isolate'])
  for (const end of ['cjs', 'd.cts']) cpSync(inBuild(`${file}.${end}`), inDist(`${file}.${end}`))
