import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Non-null assertions in production code. Lower the limit whenever some are removed. */
const nonNullMax = 14

test('production code has no more non-null assertions than the limit', () => {
  const folders = ['bench', 'modules', 'sandbox', 'scripts', 'server', 'demo', 'shared', 'web']
  const { stdout } = spawnSync(
    'node_modules/.bin/oxlint',
    ['-A', 'all', '-D', 'typescript/no-non-null-assertion', '--format=unix', ...folders],
    { encoding: 'utf8', maxBuffer: 2 ** 24 },
  )
  const found = stdout
    .split('\n')
    .filter((line) => line.includes('no-non-null-assertion') && !/^\S+(\.(test|spec)\.tsx?|\/testing\.ts):/.test(line))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(nonNullMax)
})

/** Names that a module may export to other modules. */
const exportedNamesMax = 150
/** Exported names with a single importing file outside their module, in all modules. Lower it whenever some go. */
const namesOfOneFileMax = 371

test('a module has one entry file, exports no more names than the limit, and few for a single file', () => {
  const entries = globSync('modules/*/*/index*.ts').filter((file) => !file.endsWith('/index-server.ts'))
  expect(entries.filter((file) => !file.endsWith('/index.ts'))).toEqual([])
  const exported = entries.map((file) => ({
    module: file.split('/').slice(1, 3).join('/'),
    names: [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/^.* as /, ''),
        )
        .filter((name) => name !== ''),
    ),
  }))
  expect(exported.filter(({ names }) => names.length > exportedNamesMax)).toEqual([])
  expect(entries.filter((file) => /^export \*/m.test(readFileSync(file, 'utf8')))).toEqual([])

  const users = new Map<string, number>()
  for (const file of globSync('{modules,server,demo,web}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:im|ex)port (?:type )?\{([^}]*)\} from '#modules\/([\w-]+\/[\w-]+)\/index\.ts'/gm,
    )
    for (const [, names = '', module = ''] of imports)
      for (const name of names.split(',').map((part) =>
        part
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*$/, ''),
      ))
        users.set(`${module} ${name}`, (users.get(`${module} ${name}`) ?? 0) + 1)
  }
  const ofOneFile = exported.flatMap(({ module, names }) =>
    names.filter((name) => users.get(`${module} ${name}`) === 1),
  )
  expect(ofOneFile.length).toBeLessThanOrEqual(namesOfOneFileMax)
})

test('exports that only the server uses are in the object of index-server.ts', () => {
  const imports = (pattern: string) =>
    globSync(pattern, { exclude: (file) => /\.test\.tsx?$/.test(String(file)) }).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^import \{([^}]*)\} from '#modules\/(\w+\/[\w-]+)\/((?:index|http)(?:-(?!server)[\w-]+)?)\.ts'/gm,
        ),
      ].flatMap(([, names = '', module = '', entry = '']) =>
        names
          .split(',')
          .map((name) => name.trim().replace(/ as \w+$/, ''))
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `${module}/${entry} ${name}`),
      ),
    )
  const others = new Set(imports('{modules,web,bench,scripts,sandbox}/**/*.{ts,tsx}'))
  const ofServer = imports('server/**/*.ts')
  expect(ofServer.length).toBeGreaterThan(10)
  expect(ofServer.filter((name) => !others.has(name))).toEqual([])
})

test('columns and responses with a currency are typed, so no code casts to Currency', () => {
  const allowed = ['shared/currencies.ts', 'modules/money/payments/providers/stripe/map.ts']
  const casting = globSync('{shared,modules,server,demo,sandbox,web,scripts,bench}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file) && /\bas Currency\b/.test(readFileSync(file, 'utf8')))
  expect(casting.toSorted()).toEqual(allowed.toSorted())
})
