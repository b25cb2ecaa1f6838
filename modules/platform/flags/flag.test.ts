import { setFlag, flag, type FlagPorts } from './flag.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { listFlags } from './queries.ts'

let database: TestDatabase
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const portsWith = (flagOverrides: Record<string, string> = {}): FlagPorts => ({
  ...testPorts(database.database, clock.now),
  flagOverrides,
})
/** Changes the flag as another process of the platform would. */
const changeElsewhere = (value: string) =>
  database.database.write((tx) => tx.updateTable('flags.flag').set({ value }).where('key', '=', 'zakat-home').execute())

test('the initial flags and values are those of the specification [S2 §9]', async () => {
  const flags = Object.fromEntries((await listFlags(database.database.db)).map(({ key, value }) => [key, value]))
  expect(flags).toMatchObject({
    'zakat-variant': 'maximize',
    'zakat-selector-on-scheduled-giving': 'on',
    'zakat-home': 'on',
    'dhul-hijjah-referrals': 'off',
  })
  expect(await flag(portsWith(), 'zakat-variant')).toBe('maximize')
})

test('the environment overrides the row', async () => {
  expect(await flag(portsWith({ 'zakat-variant': 'default' }), 'zakat-variant')).toBe('default')
})

test('a change by another process is seen within five seconds, with one query per five seconds', async () => {
  const ports = portsWith()
  clock.move({ seconds: 6 })
  expect(await flag(ports, 'zakat-home')).toBe('on')
  await changeElsewhere('off')
  clock.move({ seconds: 5 })
  expect(await flag(ports, 'zakat-home')).toBe('on')
  clock.move({ seconds: 1 })
  expect(await flag(ports, 'zakat-home')).toBe('off')
})

test('a flag changes at once in the process that sets it; an unknown flag can’t be set', async () => {
  const ports = portsWith()
  expect(await setFlag(ports, 'zakat-home', 'on')).toBe(true)
  expect(await flag(ports, 'zakat-home')).toBe('on')
  expect(await setFlag(ports, 'no-such-switch', 'on')).toBe(false)
})

test('the audit log records each changed flag once, with its previous value', async () => {
  const ports = portsWith()
  await setFlag(ports, 'dhul-hijjah-referrals', 'on')
  await setFlag(ports, 'dhul-hijjah-referrals', 'on')
  expect(await entriesAbout(database.database.db, 'flag:dhul-hijjah-referrals', 10)).toEqual([
    expect.objectContaining({
      actorKind: 'system',
      act: 'flags.flag-changed',
      details: { before: 'off', after: 'on' },
    }),
  ])
  expect(await entriesAbout(database.database.db, 'flag:no-such-switch', 10)).toEqual([])
})
