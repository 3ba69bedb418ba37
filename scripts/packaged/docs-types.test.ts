// Compiles every example of README.md and docs/, and docs/shop, like a strict TypeScript project that has installed
// the package.
//
// Each code block (ts, js, mjs) is a whole file with its imports. Its first line may name the file.
// The blocks of a section are one folder, which also has the blocks before the first section. To show
// only a part of a file, put it in another kind of block.

import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, it } from 'vitest'
import { blocksIn, root, temporaryFolder, textOf } from '../testing.js'

const project = temporaryFolder()
const own = join(project, 'node_modules/svc-contract')
const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const pages = ['README.md', ...names.map((name) => `docs/${name}`)]

/** The files of all examples. Each line has the number of its line in the page. */
const examples = pages.flatMap((page) => {
  const blocks = blocksIn(textOf(page)).filter(({ language }) => /^(ts|m?js)$/.test(language))
  const sections = new Set(blocks.map(({ section }) => section))
  return [...sections].flatMap((folder) =>
    blocks
      .filter(({ section }) => section === '' || section === folder)
      .map(({ name, language, code, line }) => ({
        page,
        path: join(page, folder.replace(/\W/g, ''), name ?? `line-${line}.${language}`),
        text: '\n'.repeat(line - 1) + code,
      })),
  )
})

/** The files of the shop. */
const shop = readdirSync(join(root, 'docs/shop')).map((name) => ({
  page: `docs/shop/${name}`,
  path: `docs/shop/${name}`,
  text: textOf(`docs/shop/${name}`),
}))

/** An example with an error, which shows that errors are found. */
const broken = {
  page: 'docs/broken.md',
  path: 'docs/broken.md/line-3.ts',
  text: '\n\nexport const first: number = [1][0]',
  error:
    "docs/broken.md:3 Type 'number | undefined' is not assignable to type 'number'.\n" +
    "  Type 'undefined' is not assignable to type 'number'.",
}

const common: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  types: [],
}

beforeAll(() => {
  const installed = join(root, 'node_modules')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(installed))
    if (!name.startsWith('.'))
      symlinkSync(join(installed, name), join(project, 'node_modules', name))
  for (const part of ['package.json', 'dist', 'generated'])
    cpSync(join(root, part), join(own, part), {
      recursive: true,
      filter: (path) => !/\.js$/.test(path),
    })
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  for (const { path, text } of [...examples, ...shop, broken]) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
})

/** The files of TypeScript itself, which are parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>()

function programOf(files: readonly string[], options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, ...rest) => {
    if (!path.includes('/typescript/lib/')) return read(path, ...rest)
    if (!libraries.has(path)) libraries.set(path, read(path, ...rest))
    return libraries.get(path)
  }
  return ts.createProgram(files, options, host)
}

const inWords = ({ file, start = 0, messageText }: ts.Diagnostic): string => {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (file === undefined) return message
  const path = relative(project, file.fileName)
  const page = [...examples, ...shop, broken].find((each) => each.path === path)?.page ?? path
  return `${page}:${file.getLineAndCharacterOfPosition(start).line + 1} ${message}`
}

/** Returns the errors in the examples, each with its page and line. */
function errorsIn(options: ts.CompilerOptions): readonly string[] {
  const files = [...examples, ...shop, broken].map(({ path }) => join(project, path))
  const program = programOf(files, {
    ...common,
    ...options,
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
  })
  return [...new Set(ts.getPreEmitDiagnostics(program).map(inWords))]
}

it('finds the examples', () => {
  const found = new Set(examples.map(({ page }) => page))
  expect([...found]).toEqual([
    'README.md',
    ...[
      'ci',
      'clients',
      'durable-queue',
      'explore',
      'like',
      'live-targets',
      'mock',
      'mutate',
      'recipes',
      'testing',
    ].map((name) => `docs/${name}.md`),
  ])
})

it.each<[name: string, options: ts.CompilerOptions]>([
  ['NodeNext', { module: ts.ModuleKind.NodeNext }],
  ['Bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
])(
  'every example compiles in a strict project with the module resolution %s',
  (_, options) => expect(errorsIn(options)).toEqual([broken.error]),
  120_000,
)

it('has types that need no @types/node and no skipLibCheck', () => {
  const file = join(project, 'without-node.ts')
  const modules = [
    'svc-contract',
    'svc-contract/mocks',
    'svc-contract/kv.types',
    'svc-contract/queue.types',
  ]
  writeFileSync(file, modules.map((name, n) => `export type * as m${n} from '${name}'\n`).join(''))
  const program = programOf([file], {
    ...common,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  })
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project))
  expect(files.length).toBeGreaterThan(5)
  const errors = files.flatMap((each) => program.getSemanticDiagnostics(each))
  expect(errors.map(inWords)).toEqual([])
}, 60_000)
