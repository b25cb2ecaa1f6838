import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The areas and their modules, lowest first. A module may import only the modules before it in this list.
 */
const areas = {
  platform: ['notifications', 'audit', 'identity', 'flags', 'currencies', 'addresses', 'media'],
  causes: ['organizations', 'campaigns', 'discovery', 'favourites'],
  money: [
    'payments',
    'cards',
    'ledger',
    'public-ledger',
    'giving',
    'baskets',
    'receipts',
    'refunds',
    'payouts',
    'gift-aid',
  ],
  faith: ['zakat', 'qurbani', 'deeds'],
  recurring: ['plans', 'subscriptions'],
  organizers: [
    'comments',
    'fundraising',
    'charities',
    'hosted-pages',
    'supporter-pages',
    'organizing',
    'workspace',
    'charity-donors',
    'change-feed',
    'referrals',
    'webhooks',
  ],
  trust: ['moderation', 'privacy', 'figures'],
} as const
const modules: readonly string[] = Object.values(areas).flat()
const areaOf = new Map<string, string>(
  Object.entries(areas).flatMap(([area, names]) => names.map((name) => [name, area])),
)

/** The module that writes a table, for tables whose PostgreSQL schema has another name than the module. */
const tableOwners: Readonly<Record<string, string>> = {
  'organizations.deleted_file': 'charities',
  'organizations.document': 'charities',
  'organizations.embed_host': 'charities',
  'organizations.report': 'charities',
  'organizations.request_document': 'charities',
}

/** Folders with more than 25 production files, and files of more than 300 lines, each with the reason. */
const largeFolders: Readonly<Record<string, string>> = {}
const longFiles: Readonly<Record<string, string>> = {
  'modules/money/giving/rules/donor-fields.ts': 'one list with one entry for each donor field',
}

type Row = {
  readonly from: RegExp
  readonly may: readonly string[]
  readonly reason: string
  readonly instead: string
}

/**
 * The permitted imports (ARCHITECTURE.md). The first row whose `from` matches a file applies to it; `$own` is its first
 * group (area/module), `$below` the modules before it.
 */
const law: readonly Row[] = [
  {
    from: /^shared\//,
    may: ['shared/', 'locales/en/'],
    reason: 'shared/ knows nothing of the product but the keys of its texts',
    instead: 'move the code into the lowest module that needs it',
  },
  {
    from: /^modules\/([\w-]+\/[\w-]+)\/rules\//,
    may: ['shared/', 'modules/$own/rules/', 'modules/$below/rules/'],
    reason: 'rules are pure: no input, output or framework, so the web can run them too',
    instead: 'pass what the rule needs as an argument',
  },
  {
    from: /^modules\/contract\.ts$/,
    may: ['modules/[\\w-]+/[\\w-]+/contract(-[\\w-]+)?\\.ts$'],
    reason: 'the contract collects the modules’ contracts',
    instead: 'define the call in its module’s contract.ts',
  },
  {
    from: /^modules\/([\w-]+\/[\w-]+)\//,
    may: ['shared/', 'modules/$own/', 'modules/$below/(index|contract)(-[\\w-]+)?\\.ts$', 'modules/$below/rules/'],
    reason:
      'a module uses another only through its public entry files, and only modules before it in the list of areas',
    instead: 'move the code into the higher module, or declare a port in the lower one that server/app.ts connects',
  },
  {
    from: /^sandbox\//,
    may: ['sandbox/'],
    reason: 'the sandbox acts as another company',
    instead: 'speak to it over HTTP',
  },
  {
    from: /^server\//,
    may: ['shared/', 'modules/', 'server/', 'database/', 'sandbox/', 'demo/'],
    reason: 'the server composes modules; pages belong to the web',
    instead: 'move the rule into a module and use it from both',
  },
  {
    from: /^demo\//,
    may: ['shared/', 'modules/', 'server/', 'demo/'],
    reason: 'the demo fills a database as the server would',
    instead: 'move the rule into a module and use it from both',
  },
  {
    from: /^web\/ui\//,
    may: ['web/ui/', 'web/lib/', 'shared/'],
    reason: 'the UI kit knows nothing of the product',
    instead: 'pass texts and data as props',
  },
  {
    from: /^web\/lib\//,
    may: ['web/lib/', 'shared/', 'type:modules/', 'server/pages/render-context\\.ts$'],
    reason: 'web/lib knows calls by their types only',
    instead: 'move the code into the feature that needs it',
  },
  {
    from: /^web\/kit\//,
    may: ['web/kit/', 'web/ui/', 'web/lib/', 'shared/', 'server/pages/render-context\\.ts$'],
    reason: 'the page and form kit knows no page and no call',
    instead: 'pass fields and handlers from the page',
  },
  {
    from: /^web\/features\/([\w-]+\/[\w-]+)\//,
    may: [
      'web/kit/',
      'web/ui/',
      'web/lib/',
      'web/styles/',
      'shared/',
      'web/features/$own/',
      'web/features/$below/',
      'modules/[\\w-]+/[\\w-]+/rules/',
      'type:modules/',
    ],
    reason: 'a feature uses the UI kit, styles, rules, types and the features of modules before its own',
    instead: 'move the shared component into the lower feature or the UI kit',
  },
  {
    from: /^web\//,
    may: [
      'web/',
      'shared/',
      'modules/[\\w-]+/[\\w-]+/rules/',
      'type:modules/',
      'server/pages/render-context\\.ts$',
      'type:server/',
    ],
    reason: 'the web runs rules and reads types, never server code',
    instead: 'call the server through web/lib/api.ts',
  },
]

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/testing\.ts$/.test(file)
const sources = globSync('{shared,modules,sandbox,server,demo,web}/**/*.{ts,tsx}').map((file) =>
  file.replaceAll('\\', '/'),
)
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
  const position = modules.indexOf(own.split('/')[1] ?? '')
  const below =
    position > 0
      ? modules
          .slice(0, position)
          .map((name) => `${areaOf.get(name)}/${name}`)
          .join('|')
      : '(?!)'
  const allowed = row.may.map((pattern) => ({
    typeOnly: pattern.startsWith('type:'),
    fits: new RegExp(`^${pattern.replace('type:', '').replaceAll('$own', own).replaceAll('$below', `(${below})`)}`),
  }))
  return importsOf(file)
    .filter(
      ({ target, isType }) =>
        !target.includes('+types') && !allowed.some((rule) => rule.fits.test(target) && (!rule.typeOnly || isType)),
    )
    .map(({ target }) => `${file} imports ${target}: ${row.reason}. Instead, ${row.instead}.`)
}

test('every import is permitted by the table of imports', () => {
  expect(files.flatMap(forbiddenImports)).toEqual([])
})

test('there are no import cycles, including type imports', () => {
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

test('shared/ and modules/ never read the clock, randomness or the environment directly', () => {
  const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.env\b|\brandomBytes\(|\brandomUUID\(/
  const pure = files.filter((file) => /^(shared|modules)\//.test(file))
  expect(pure.filter((file) => impure.test(read(file)))).toEqual([])
})

test('only the payment pipeline and the look-ups call the payment provider', () => {
  const allowed =
    /^modules\/money\/giving\/payment\/(provider-intent|resolve|challenge|expire-orders|reconcile|webhook)\.ts$|^modules\/money\/payments\/|^server\/|^sandbox\//
  expect(
    files.filter(
      (file) =>
        /^(modules|server)\//.test(file) &&
        /\.(createIntent|setCustomer|confirm|lookUp|cancel|chargesSince|readWebhook)\(/.test(read(file)) &&
        !allowed.test(file),
    ),
  ).toEqual([])
})

test('only the adapters, and the configuration that lists them, name a payment provider', () => {
  const allowed = /^(modules\/money\/payments\/providers|sandbox)\/|^server\/config\/payments\.ts$/
  const styles = globSync('web/**/*.css').map((file) => file.replaceAll('\\', '/'))
  const named = [...files, ...styles].filter(
    (file) => !allowed.test(file) && /stripe/i.test(`${file} ${readFileSync(file, 'utf8')}`),
  )
  expect(
    named.map(
      (file) =>
        `${file} names a payment provider. Instead, add what it needs to PaymentProvider or CardFieldsAdapter and implement it in modules/money/payments/providers/.`,
    ),
  ).toEqual([])
})

test('one function requests refunds, and only look-ups read their result', () => {
  const allowed =
    /^modules\/money\/refunds\/(request-at-provider|look-up)\.ts$|^modules\/money\/payments\/|^server\/|^sandbox\//
  expect(files.filter((file) => /\.refunds\.(ask|ofIntent|since)\(/.test(read(file)) && !allowed.test(file))).toEqual(
    [],
  )
})

/** Returns the text of a call's arguments, from its opening parenthesis to the matching one. */
function argumentsAt(source: string, open: number): string {
  let depth = 0
  for (let position = open; position < source.length; position += 1) {
    if (source[position] === '(') depth += 1
    if (source[position] === ')' && (depth -= 1) === 0) return source.slice(open, position)
  }
  return source.slice(open)
}

test('no transaction contains a network request', () => {
  const inTransaction = files.flatMap((file) =>
    [...read(file).matchAll(/\.write\(/g)].map((match) => ({ file, body: argumentsAt(read(file), match.index + 6) })),
  )
  expect(inTransaction.length).toBeGreaterThan(50)
  expect(
    inTransaction
      .filter(({ body }) =>
        /\b(provider|byName\([^)]*\)|providers\.first|vault|refunds)\.\w+\(|fetch\(|mailer\./.test(body),
      )
      .map(({ file }) => file),
  ).toEqual([])
})

test('a table is written by its own module, and read only by modules above it and by the server', () => {
  const wrong: string[] = []
  for (const file of files.filter((file) => /^(modules|server|demo)\//.test(file))) {
    const own = file.startsWith('modules/') ? file.split('/')[2]! : 'server'
    for (const [, verb, schema, table] of read(file).matchAll(
      /(insert into|insertInto\('|update|updateTable\('|delete from|deleteFrom\('|from|join|selectFrom\('|innerJoin\('|leftJoin\(')\s*([a-z]+)\.([a-z_]+)\b/g,
    )) {
      const owner = tableOwners[`${schema}.${table}`] ?? schema!
      if (!modules.includes(owner) || owner === own) continue
      const isWrite = /insert|update|delete/i.test(verb!)
      if (isWrite || (own !== 'server' && modules.indexOf(owner) > modules.indexOf(own)))
        wrong.push(`${file}: ${verb} ${schema}.${table}`)
    }
  }
  expect(wrong).toEqual([])
})

test('private internals of libraries stay unused, except in two files with a reason', () => {
  const internals =
    /\b_valueTracker\b|__react|\bUNSAFE_|\b__(CLIENT|SERVER|SECRET)_INTERNALS|\bgraphile_worker\._private/
  const exceptions = ['server/jobs/job-leases.ts', 'tests/support/queued-jobs.ts', 'tests/architecture.test.ts']
  const all = globSync('{shared,modules,sandbox,server,demo,web,tests,scripts,bench,database}/**/*.{ts,tsx,sql}').map(
    (file) => file.replaceAll('\\', '/'),
  )
  expect(all.filter((file) => internals.test(readFileSync(file, 'utf8')) && !exceptions.includes(file))).toEqual([])
})

test('every effect without a dependency has a comment with the reason', () => {
  const disabled = /^(.*)\n.*(?:ox|es)lint-disable.*exhaustive-deps(.*)$/gm
  const silent = files.flatMap((file) =>
    [...read(file).matchAll(disabled)]
      .filter(([, before, after]) => !before!.trim().startsWith('// ') && !after!.startsWith(' -- '))
      .map(([match]) => `${file}: ${match}`),
  )
  expect(silent).toEqual([])
})

test('no name is as vague as Manager, Helper or Util', () => {
  const forbidden = /\b(class|function|const|type|interface)\s+\w*(Service|Manager|Helper|Util|Utils|Impl|Misc)\b/
  expect(
    files.filter((file) => forbidden.test(read(file)) || /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file)),
  ).toEqual([])
})

test('every module’s folder is in the area of the list', () => {
  const folders = new Set(
    sources
      .filter((file) => file.startsWith('modules/') && file.split('/').length > 3)
      .map((file) => file.split('/').slice(0, 3).join('/')),
  )
  expect([...folders].toSorted()).toEqual(modules.map((name) => `modules/${areaOf.get(name)}/${name}`).toSorted())
})

test('a folder has at most 25 production files, and a file at most 300 lines', () => {
  const styles = globSync('web/**/*.css').map((file) => file.replaceAll('\\', '/'))
  const perFolder = Map.groupBy([...files, ...styles], (file) => path.posix.dirname(file))
  const full = [...perFolder].filter(([folder, inside]) => inside.length > 25 && !largeFolders[folder])
  expect(full.map(([folder, inside]) => `${folder}: ${inside.length} files`)).toEqual([])
  const isLong = (file: string) => readFileSync(file, 'utf8').split('\n').length > 301
  expect([...files, ...styles].filter((file) => isLong(file) && !longFiles[file])).toEqual([])
})

test('only route modules and the web’s entries have a default export', () => {
  const allowed = /^web\/(routes\/|routes\.ts|root\.tsx|entry\.)/
  expect(files.filter((file) => /^export default/m.test(read(file)) && !allowed.test(file))).toEqual([])
})

test('every module has a README and entry files', () => {
  const missing = modules.flatMap((name) =>
    ['README.md', 'index{,-server}.ts']
      .filter((file) => globSync(`modules/${areaOf.get(name)}/${name}/${file}`).length === 0)
      .map((file) => `${name}/${file}`),
  )
  expect(missing).toEqual([])
})

test('every decision that code cites has a record in docs/adr', () => {
  const written = new Set(globSync('docs/adr/*.md').map((file) => path.basename(file).slice(0, 4)))
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/ADR-(\d{4})/g)].map((match) => ({ file, number: match[1]! })),
  )
  expect(named.filter(({ number }) => !written.has(number))).toEqual([])
})

test('every error and warning in the log is explained in docs/operations.md', () => {
  const explained = [...readFileSync('docs/operations.md', 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) =>
    text!.replace(/ ?…$/, ''),
  )
  const alarms = files
    .filter((file) => /^(modules|server)\//.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\blog\.(?:error|warn)\([\s\S]{0,200}?'((?:[\w’;,/-]+ ){2,}[^'\n]+)'/g)].map(
        ([, text]) => text!,
      ),
    )
  expect(alarms.length).toBeGreaterThan(20)
  expect(alarms.filter((alarm) => !explained.some((text) => text.length > 10 && alarm.startsWith(text)))).toEqual([])
})
