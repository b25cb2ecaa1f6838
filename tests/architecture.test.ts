import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Lowest first. A module may use those before it in this list, and no other: the list is the dependency graph of server and web. */
const modules = [
  'notifications',
  'audit',
  'identity',
  'flags',
  'currencies',
  'addresses',
  'media',
  'organizations',
  'campaigns',
  'discovery',
  'favourites',
  'payments',
  'cards',
  'ledger',
  'giving',
  'baskets',
  'receipts',
  'refunds',
  'plans',
  'subscriptions',
  'comments',
  'fundraising',
  'organizing',
  'referrals',
  'moderation',
  'privacy',
] as const

type Row = { readonly from: RegExp; readonly may: readonly string[]; readonly because: string }

/** Who may import whom (ARCHITECTURE.md). The first row whose `from` fits decides; `$own` is its first group, `$below` the modules before it. */
const law: readonly Row[] = [
  { from: /^shared\//, may: ['shared/'], because: 'shared/ is the ground floor' },
  {
    from: /^modules\/([\w-]+)\/rules\//,
    may: ['shared/', 'modules/$own/rules/', 'modules/$below/rules/'],
    because: 'rules are pure: no input, output or framework, so the web can run them too',
  },
  { from: /^modules\/contract\.ts$/, may: ['modules/[\\w-]+/contract(-[\\w-]+)?\\.ts$'], because: 'the contract collects the modules’ contracts' },
  {
    from: /^modules\/([\w-]+)\//,
    may: ['shared/', 'modules/$own/', 'modules/$below/(index|contract)\\.ts$', 'modules/$below/rules/'],
    because: 'a module uses another only through its public face, and only downwards',
  },
  { from: /^sandbox\//, may: ['sandbox/'], because: 'the sandbox is another company: it knows nothing of the product' },
  {
    from: /^server\//,
    may: ['shared/', 'modules/', 'server/', 'database/', 'sandbox/', 'web/messages/', 'web/lib/catalogues'],
    because: 'the server composes, but pages belong to the web',
  },
  { from: /^web\/ui\//, may: ['web/ui/', 'web/lib/', 'shared/'], because: 'the kit knows no word of the product' },
  {
    from: /^web\/lib\//,
    may: ['web/lib/', 'web/messages/', 'shared/', 'type:modules/', 'server/render-context\\.ts$'],
    because: 'web/lib knows calls by their types only',
  },
  {
    from: /^web\/features\/([\w-]+)\//,
    may: ['web/ui/', 'web/lib/', 'web/styles/', 'shared/', 'web/features/$own/', 'web/features/$below/', 'modules/[\\w-]+/rules/', 'type:modules/'],
    because: 'a feature uses the kit, styles, rules, types and features of lower modules',
  },
  {
    from: /^web\//,
    may: ['web/', 'shared/', 'modules/[\\w-]+/rules/', 'type:modules/', 'server/render-context\\.ts$', 'type:server/'],
    because: 'the web may run rules and read types, never server code',
  },
]

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/testing\.ts$/.test(file)
const sources = globSync('{shared,modules,sandbox,server,web}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const files = sources.filter((file) => !isTest(file))
const text = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const read = (file: string) => text.get(file)!

function importsOf(file: string) {
  const statements = [
    ...read(file).matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?['"]([#.][^'"]+)['"]/gm),
    ...read(file).matchAll(/(type )?import\(['"]([#.][^'"]+)['"]\)/g),
  ]
  return statements.map(([, type, specifier]) => ({
    target: specifier!.startsWith('#') ? specifier!.slice(1) : path.posix.join(path.posix.dirname(file), specifier!),
    isType: Boolean(type),
  }))
}

function forbiddenImports(file: string): string[] {
  const row = law.find((candidate) => candidate.from.test(file))
  if (!row) return []
  const own = row.from.exec(file)?.[1] ?? ''
  const position = modules.indexOf(own as (typeof modules)[number])
  const below = position > 0 ? modules.slice(0, position).join('|') : '(?!)'
  const allowed = row.may.map((pattern) => ({
    typeOnly: pattern.startsWith('type:'),
    fits: new RegExp(`^${pattern.replace('type:', '').replaceAll('$own', own).replaceAll('$below', `(${below})`)}`),
  }))
  return importsOf(file)
    .filter(({ target, isType }) => !target.includes('+types') && !allowed.some((rule) => rule.fits.test(target) && (!rule.typeOnly || isType)))
    .map(({ target }) => `${file} imports ${target}: ${row.because}`)
}

test('every import goes where the law allows', () => {
  expect(files.flatMap(forbiddenImports)).toEqual([])
})

test('no import cycles, type imports included', () => {
  const graph = new Map(files.map((file) => [file, importsOf(file).map(({ target }) => target)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) return void circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('time, randomness and the environment enter only where the world is wired', () => {
  const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.env\b|\brandomBytes\(|\brandomUUID\(/
  const pure = files.filter((file) => /^(shared|modules)\//.test(file))
  expect(pure.filter((file) => impure.test(read(file)))).toEqual([])
})

test('only the one door to the money and the look-ups touch the payment provider', () => {
  const allowed = /^modules\/giving\/(charge|resume|resolve|answer-challenge|webhook)\.ts$|^modules\/payments\/|^server\/|^sandbox\//
  expect(files.filter((file) => /\bgateway\.(createIntent|confirm|lookUp|cancel|chargesSince|readWebhook)\b/.test(read(file)) && !allowed.test(file))).toEqual(
    [],
  )
})

test('money goes back through one door, and only the look-ups ask what became of it', () => {
  const allowed = /^modules\/refunds\/(ask-provider|look-up)\.ts$|^modules\/payments\/|^server\/|^sandbox\//
  expect(files.filter((file) => /\bgateway\.refunds\b/.test(read(file)) && !allowed.test(file))).toEqual([])
})

test('nothing is asked of the network inside a transaction', () => {
  const inTransaction = files.flatMap((file) =>
    [...read(file).matchAll(/\.write\((?:async )?\(tx\) =>([\s\S]*?)\n {2,6}\}\)/g)].map((match) => ({ file, body: match[1]! })),
  )
  expect(inTransaction.filter(({ body }) => /gateway\.|fetch\(|mailer\./.test(body)).map(({ file }) => file)).toEqual([])
})

test('a table is written by its own module, and read only by modules above it and by the server', () => {
  const wrong: string[] = []
  for (const file of files.filter((each) => /^(modules|server)\//.test(each))) {
    const own = file.startsWith('modules/') ? file.split('/')[1]! : 'server'
    for (const [, verb, schema] of read(file).matchAll(
      /(insert into|insertInto\('|update|updateTable\('|delete from|deleteFrom\('|from|join|selectFrom\('|innerJoin\('|leftJoin\(')\s*([a-z]+)\.[a-z_]+\b/g,
    )) {
      if (!modules.includes(schema as never) || schema === own) continue
      const isWrite = /insert|update|delete/i.test(verb!)
      if (isWrite || (own !== 'server' && modules.indexOf(schema as never) > modules.indexOf(own as never))) wrong.push(`${file}: ${verb} ${schema}`)
    }
  }
  expect(wrong).toEqual([])
})

test('names say what a thing is', () => {
  const forbidden = /\b(class|function|const|type|interface)\s+\w*(Service|Manager|Helper|Util|Utils|Impl|Misc)\b/
  expect(files.filter((file) => forbidden.test(read(file)) || /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([])
})

test('nothing is exported by default but route modules and the web’s entries', () => {
  const allowed = /^web\/(routes\/|routes\.ts|root\.tsx|entry\.)/
  expect(files.filter((file) => /^export default/m.test(read(file)) && !allowed.test(file))).toEqual([])
})

test('every module introduces itself and can be built in tests', () => {
  const missing = modules.flatMap((name) =>
    ['README.md', 'index.ts'].filter((file) => globSync(`modules/${name}/${file}`).length === 0).map((file) => `modules/${name}/${file}`),
  )
  expect(missing).toEqual([])
})

test('every decision named in the code is written down', () => {
  const written = new Set(globSync('docs/adr/*.md').map((file) => path.basename(file).slice(0, 4)))
  const named = sources.flatMap((file) => [...read(file).matchAll(/ADR-(\d{4})/g)].map((match) => ({ file, number: match[1]! })))
  expect(named.filter(({ number }) => !written.has(number))).toEqual([])
})

test('every alarm and warning in the log has its row in docs/operations.md', () => {
  const explained = [...readFileSync('docs/operations.md', 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!.replace(/ ?…$/, ''))
  const alarms = files
    .filter((file) => /^(modules|server)\//.test(file))
    .flatMap((file) => [...read(file).matchAll(/\blog\.(?:error|warn)\([\s\S]{0,200}?'((?:[\w’;,/-]+ ){2,}[^'\n]+)'/g)].map(([, text]) => text!))
  expect(alarms.length).toBeGreaterThan(20)
  expect(alarms.filter((alarm) => !explained.some((text) => text.length > 10 && alarm.startsWith(text)))).toEqual([])
})
