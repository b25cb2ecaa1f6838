/** Compares what documents and information pages quote with the code: log lines, commands, buttons and links. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { informationPages } from '#shared/pages/information-pages.ts'
import routes from '../web/routes.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md')].map((file) => ({
  file,
  text: read(file),
}))
const code = globSync('{modules,server,demo,shared}/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n')
const inCode = (text: string) => text.split('…').every((part) => code.includes(part.trim()))

test('every log line in the tables of the operations manual is logged by the code', () => {
  const manual = read('docs/operations.md')
  const rows = [...manual.matchAll(/\| Log line.*\n\|[-|]+\n((?:\|.*\n)+)/g)].flatMap(([, table]) =>
    required(table).trimEnd().split('\n'),
  )
  const lines = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+ [^`]+)`/g)].map(([, line]) => line!))
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter((line) => !inCode(line) && !isCommand(line))).toEqual([])
})

test('every log line that the text of the manual names is logged by the code', () => {
  const named = [...read('docs/operations.md').matchAll(/logs the (?:error|warning) `([^`]+)`/g)].map(([, line]) =>
    line!.replace(/\s+/g, ' '),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((line) => !inCode(line))).toEqual([])
})

test('a module’s README lists the tables of its schema, all and no others', () => {
  const sql = read('database/schema.sql')
  const schemas = [...sql.matchAll(/^create schema (\w+)/gm)].map(([, schema]) => schema!)
  const tables = [...sql.matchAll(/^create (?:table|view) (\w+)\."?(\w+)/gm)].map(
    ([, schema, table]) => `${schema}.${table}`,
  )
  const wrong = globSync('modules/*/*/README.md').flatMap((file) => {
    const [, schema, list] = /^\*\*Owns\*\* the schema `(\w+)`([:,][^]*?)(?=Calls:|\n\n)/m.exec(read(file)) ?? []
    const names = [...(list ?? '').matchAll(/`([a-z_]+)`/g)]
      .filter(([, name]) => !schemas.includes(name!))
      .map(([, table]) => `${schema}.${table}`)
    if (names.length === 0) return []
    const unnamed = tables.filter((table) => table.startsWith(`${schema}.`) && !names.includes(table))
    return [...names.filter((name) => !tables.includes(name)), ...unnamed].map((name) => `${file}: ${name}`)
  })
  expect(wrong).toEqual([])
})

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const commandLine = globSync('server/cli/*.ts').map(read).join('\n')
const isCommand = (text: string) => /^(ledger|plans|flags|backup|restore|doctor|migrate|mail)\b/.test(text)

test('every command in the documents exists', () => {
  const wrong = documents.flatMap(({ file, text }) => [
    ...[...text.matchAll(/\bnpm run (?:-s )?([\w-]+)/g)]
      .map(([, script]) => script!)
      .filter((script) => !Object.hasOwn(scripts, script))
      .map((script) => `${file}: npm run ${script}`),
    ...[...text.matchAll(/\bsunbul -- ([a-z][\w-]*)/g)]
      .map(([, command]) => command!)
      .filter((command) => !new RegExp(String.raw`\.command\('${command}\b`).test(commandLine))
      .map((command) => `${file}: sunbul ${command}`),
    ...[...text.matchAll(/\bplaywright test ([\w -]+)/g)]
      .flatMap(([, names]) => names!.replace(/ -.*/, '').trim().split(' '))
      .filter((name) => globSync(`tests/e2e/*${name}*.spec.ts`).length === 0)
      .map((name) => `${file}: playwright test ${name}`),
    ...[...text.matchAll(/\bvitest run ([\w./ -]+)/g)]
      .flatMap(([, paths]) => paths!.replace(/ -.*/, '').trim().split(' '))
      .filter((path) => !existsSync(path) && globSync(`${path}*`).length === 0)
      .map((path) => `${file}: vitest run ${path}`),
  ])
  expect(wrong).toEqual([])
})

/** Returns all texts of a language without the marks that isolate directions. */
const textsOf = (locale: string): string[] =>
  globSync(`locales/${locale}/**/*.json`).flatMap((file) =>
    Object.values(JSON.parse(read(file)) as Record<string, string>).map((text) => text.replace(/[\u2066-\u2069]/g, '')),
  )

test.each([
  ['en', /“([^”]+)”/g, ['checkout started']],
  ['ar', /«([^»]+)»/g, ['بدأ الدفع']],
] as const)('every button, link and box that the information pages in %s quote exists', (locale, quotes, events) => {
  const texts = textsOf(locale)
  const quoted = globSync(`content/${locale}/*.md`).flatMap((file) =>
    [...read(file).matchAll(quotes)].map(([, text]) => ({ file, text: text! })),
  )
  expect(quoted.length).toBeGreaterThan(2)
  const missing = quoted.filter(
    ({ text }) => !(events as readonly string[]).includes(text) && !texts.some((own) => own.includes(text)),
  )
  expect(missing).toEqual([])
})

test('every text in quotation marks in the release checklist is on a page', () => {
  const texts = textsOf('en')
  const quoted = [...read('docs/release-checklist.md').matchAll(/; "([^"]+)"/g)].map(([, text]) => text!)
  expect(quoted.length).toBeGreaterThan(0)
  expect(quoted.filter((text) => !texts.includes(text))).toEqual([])
})

type Route = { readonly path?: string | undefined; readonly children?: readonly Route[] | undefined }
const pathsOf = (list: readonly Route[], before = ''): string[] =>
  list.flatMap((route) => {
    const path = route.path === undefined ? before : `${before}/${route.path}`
    return [path || '/', ...pathsOf(route.children ?? [], path)]
  })
/** Returns whether an address matches a path of the site map, in which `:name` is any segment. */
const matches = (path: string, address: string) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`).test(address)

test('every link in the information pages leads to a page', () => {
  const paths = pathsOf(routes as readonly Route[])
  expect(paths).toContain(`/${informationPages[0]}`)
  const links = globSync('content/*/*.md').flatMap((file) =>
    [...read(file).matchAll(/\]\((\/[^)#?]*)/g)].map(([, address]) => ({ file, address: address! })),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ address }) => !paths.some((path) => matches(path, address)))).toEqual([])
})

function required(text: string | undefined): string {
  if (text === undefined) throw new Error('the table is empty')
  return text
}
