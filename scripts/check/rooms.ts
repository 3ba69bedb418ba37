// Which room of the code may import what: the directions of the architecture, as an allow-list. What is
// not listed is refused, so that a new file is fenced from its first line.

export interface Room {
  readonly room: string
  readonly files: RegExp
  /** What they may import beside one another: rooms by name, and files or packages that fit. */
  readonly may: readonly (string | RegExp)[]
  /** The line of the architecture that its fence holds. */
  readonly why: string
}

const anyPackage = /^(?!svc-contract(\/|$))(node:|@?[\w-]+(\/|$))(?!.*\.ts$)/
const generated = /^#generated\//
const suite = /^conformance\//
const mocks = /^mocks\//

const examiner = 'the examiner knows the examined by HTTP alone; selftest/ sees both'
const examined = 'the examined does not know its examiner; conformance/selftest/ sees both'
const basis = 'what everything stands on knows nothing of what stands on it'

const judgement = /^conformance\/core\/judgement\.ts$/
const words = /^conformance\/report\/reporters\/words\.ts$/

/** An interface in the suite; `more` is what the scenarios of this one need. */
const suiteOf = (name: string, ...more: readonly (string | RegExp)[]): readonly Room[] => {
  const below = ['core', 'wire', 'provider', generated, ...more]
  return [
    {
      room: `${name} fixtures`,
      files: new RegExp(`^conformance/${name}/fixtures/`),
      may: below,
      why: 'fixtures know no scenario, and no other interface',
    },
    {
      room: `${name} scenarios`,
      files: new RegExp(`^conformance/${name}/scenarios/`),
      may: [...below, `${name} fixtures`],
      why: 'scenarios know fixtures and the core, and no other interface',
    },
    {
      room: name,
      files: new RegExp(`^conformance/${name}/`),
      may: [...below, `${name} fixtures`, `${name} scenarios`, /^conformance\/report\/redact\.ts$/],
      why: 'an interface knows no other one',
    },
  ]
}

const conformance: readonly Room[] = [
  {
    room: 'selftest',
    files: /^conformance\/selftest\//,
    may: [suite, mocks, /^(scripts|dist)\//, generated, anyPackage],
    why: 'the self-tests see both halves',
  },
  {
    room: 'tests of the suite',
    files: /^conformance\/.*(\.test|testing)\.ts$/,
    may: [suite, generated, anyPackage],
    why: examiner,
  },
  {
    room: 'wire',
    files: /^conformance\/wire\//,
    may: [generated, /^node:https?$/],
    why: basis,
  },
  { room: 'sink', files: /^conformance\/sink\//, may: ['wire', /^node:http$/], why: basis },
  {
    room: 'provider',
    files: /^conformance\/provider\//,
    may: ['wire', judgement],
    why: 'a provider sets up what scenarios ask for, and knows none',
  },
  {
    room: 'core',
    files: /^conformance\/core\//,
    may: ['wire', 'provider', 'sink', 'report', generated],
    why: 'the core is given its interfaces as values, and knows none',
  },
  {
    room: 'reporters',
    files: /^conformance\/report\/reporters\//,
    may: ['report', 'wire', judgement, generated],
    why: 'a reporter sees a report and nothing else',
  },
  {
    room: 'report',
    files: /^conformance\/report\//,
    may: [
      ...['wire', words, generated],
      /^conformance\/core\/(judgement|options|scenario|select|usage-error)\.ts$/,
    ],
    why: 'a report is data: it knows no runner and no interface',
  },
  ...suiteOf('kv'),
  ...suiteOf('queue', 'sink', /^node:net$/),
  {
    room: 'proxy',
    files: /^conformance\/proxy\//,
    may: [
      ...['wire', 'report', words, generated, /^node:(net|tls)$/],
      /^conformance\/core\/(scenario|shapes)\.ts$/,
    ],
    why: 'the proxy judges what passes by the documents alone',
  },
  {
    room: 'suite',
    files: /^conformance\/(doctor\/)?[\w-]+\.ts$/,
    may: [suite, generated, /^vitest$/],
    why: examiner,
  },
]

const mocked: readonly Room[] = [
  {
    room: 'tests of the mocks',
    files: /^mocks\/(.*(\.test|testing)\.ts$|kv\/differential\/)/,
    may: [mocks, generated, anyPackage],
    why: examined,
  },
  { room: 'faults', files: /^mocks\/faults\//, may: [mocks, generated], why: examined },
  {
    room: 'tools',
    files:
      /^mocks\/(addresses|clock|control|duration|hosts|json-text|large-buffers|pages|place|replace|running|safety|soon|tokens)\.ts$/,
    may: ['http', /^mocks\/queue\/(deliver\/)?signature\.ts$/, /^node:os$/, generated],
    why: basis,
  },
  {
    room: 'http',
    files: /^mocks\/http\//,
    may: ['tools', generated, /^node:(http|net|process)$/],
    why: 'HTTP knows no interface',
  },
  {
    room: 'lua',
    files: /^mocks\/kv\/lua\//,
    may: [/^node:(v8|vm)$/],
    why: 'Lua imports nothing of ours',
  },
  { room: 'reply', files: /^mocks\/kv\/reply\.ts$/, may: [], why: basis },
  {
    room: 'engine',
    files: /^mocks\/kv\/engine\//,
    may: ['tools', 'reply', /^node:(module|v8)$/],
    why: 'the engine knows no command, and nothing above',
  },
  {
    room: 'scripting',
    files: /^mocks\/kv\/scripting\//,
    may: ['tools', 'reply', 'engine', 'lua'],
    why: 'scripts run on the engine, and know no command',
  },
  {
    room: 'a real Redis',
    files: /^mocks\/kv\/redis-\w+\.ts$/,
    may: ['tools', 'reply', /^mocks\/kv\/(backends\/backend|resp\/parser)\.ts$/, anyPackage],
    why: 'what reaches a Redis knows of ours no more than what replies are',
  },
  {
    room: 'command',
    files: /^mocks\/kv\/command\//,
    may: ['tools', 'reply', 'engine', 'scripting', 'lua'],
    why: 'what a command is knows none of the commands',
  },
  {
    room: 'commands',
    files: /^mocks\/kv\/commands\//,
    may: ['tools', 'reply', 'engine', 'scripting', 'command'],
    why: 'a command knows nothing of where it runs',
  },
  {
    room: 'backends',
    files: /^mocks\/kv\/backends\//,
    may: [
      ...['tools', 'reply', 'engine', 'scripting', 'command', 'commands', 'a real Redis'],
      ...[/^node:process$/, generated],
    ],
    why: 'commands and where they run know nothing of HTTP and of what is above them',
  },
  {
    room: 'resp',
    files: /^mocks\/kv\/resp\//,
    may: [
      ...['tools', 'http', 'kv parts', 'reply', 'command', 'backends', 'engine'],
      /^node:(net|process)$/,
    ],
    why: 'RESP is a way in beside HTTP, and stands on kv',
  },
  {
    room: 'kv server',
    files: /^mocks\/kv\/server\.ts$/,
    may: ['tools', 'http', 'kv parts', 'reply', 'command', 'backends', generated],
    why: 'the server calls kv',
  },
  {
    room: 'kv parts',
    files: /^mocks\/kv\/[\w-]+\.ts$/,
    may: ['tools', 'http', 'reply', 'command', 'backends', 'engine', 'scripting', generated],
    why: 'the server calls kv, not the other way round',
  },
  {
    room: 'queue routes',
    files: /^mocks\/queue\/(.*\/)?([\w-]*routes?|server)\.ts$|^mocks\/queue\/routes\//,
    may: ['tools', 'http', 'queue features', 'queue store', 'structures', generated],
    why: 'routes know the queue and no other interface',
  },
  {
    room: 'structures',
    files: /^mocks\/queue\/structures\//,
    may: ['tools'],
    why: 'structures know nothing of messages',
  },
  {
    room: 'queue store',
    files: /^mocks\/queue\/store\//,
    may: ['tools', 'structures', /^mocks\/queue\/(?!queue\.ts|.*routes?\b|server)/],
    why: 'features call the store, not the other way round',
  },
  {
    room: 'delivery',
    files: /^mocks\/queue\/(deliver\/)?(egress|sender)\.ts$/,
    may: ['tools', 'queue features', 'structures', /^(node:(net|dns)|undici)$/],
    why: 'only the sender opens connections',
  },
  {
    room: 'queue features',
    files: /^mocks\/queue\//,
    may: [
      ...['tools', 'http', 'queue store', 'delivery', 'structures'],
      /^(node:process|croner)$/,
      generated,
    ],
    why: 'routes call the features, not the other way round',
  },
  {
    room: 'prism',
    files: /^mocks\/prism\//,
    may: ['tools', 'http', /^mocks\/kv\/target\.ts$/, /^(@stoplight|node:(fs|module)$)/, generated],
    why: 'Prism knows the documents and HTTP alone',
  },
  {
    room: 'front door',
    files: /^mocks\/(index\.ts|start\/)/,
    may: [mocks, generated],
    why: examined,
  },
  {
    room: 'ways in',
    files: /^mocks\/[\w-]+\.ts$/,
    may: [
      ...['tools', 'front door', 'http', 'prism', 'kv parts', 'queue features', generated],
      ...[
        'kv server',
        'command',
        'backends',
        'resp',
        'queue routes',
        'queue store',
        'reply',
        'delivery',
      ],
      /^(msw|vitest|node:(http|net))$/,
    ],
    why: 'correct code knows no fault; only mocks/start puts them in',
  },
]

/** The first one that a file is in counts. */
export const rooms: readonly Room[] = [
  ...conformance,
  ...mocked,
  {
    room: 'scripts',
    files: /^scripts\//,
    may: [suite, mocks, /^dist\//, generated, anyPackage],
    why: 'scripts are what one runs',
  },
]
