import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Non-null assertions in production code. Lower the limit whenever some are removed. */
const nonNullMax = 14

test('production code has no more non-null assertions than the limit', () => {
  const folders = ['bench', 'modules', 'sandbox', 'scripts', 'server', 'shared', 'web']
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

/** A module with more exports has an entry file for each subject (`index-<subject>.ts`). */
const exportedNamesMax = 25

test('an entry file of a module exports at most 25 names', () => {
  const count = (source: string) =>
    [...source.matchAll(/^export (?:type )?(?:\{([^}]*)\}|(?:const|function|async function|type) \w+)/gm)].flatMap(
      ([, names = 'one']) => names.split(',').filter((name) => name.trim() !== ''),
    ).length
  const entries = globSync('modules/*/*/index*.ts').map((file) => ({ file, names: count(readFileSync(file, 'utf8')) }))
  expect(entries.length).toBeGreaterThan(40)
  expect(entries.filter(({ names }) => names > exportedNamesMax)).toEqual([])
  expect(globSync('modules/*/*/index*.ts').filter((file) => /^export \*/m.test(readFileSync(file, 'utf8')))).toEqual([])
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
  expect(ofServer.length).toBeGreaterThan(20)
  expect(ofServer.filter((name) => !others.has(name))).toEqual([])
})

test('columns and responses with a currency are typed, so no code casts to Currency', () => {
  const allowed = ['shared/currencies.ts', 'modules/money/payments/providers/stripe/map.ts']
  const casting = globSync('{shared,modules,server,sandbox,web,scripts,bench}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file) && /\bas Currency\b/.test(readFileSync(file, 'utf8')))
  expect(casting.toSorted()).toEqual(allowed.toSorted())
})
