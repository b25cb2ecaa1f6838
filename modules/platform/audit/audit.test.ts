import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { entriesAbout } from './queries.ts'
import { record } from './record.ts'

let database: TestDatabase
let ports: Ports
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database)
})
afterAll(() => database.drop())

const anAct = () =>
  ({
    actor: { kind: 'account', id: ports.newId() },
    act: 'identity.password-changed',
    object: `account:${ports.newId()}`,
    at: ports.clock(),
    ip: '192.0.2.1',
  }) as const

test('an action is recorded with actor, object, time and address [security-9]', async () => {
  const act = anAct()
  await ports.write((tx) => record(tx, { ...act, details: { sessionsEnded: 2 } }))
  expect(await entriesAbout(ports.db, act.object, 10)).toMatchObject([
    {
      actorKind: 'account',
      actorId: act.actor.id,
      act: act.act,
      at: act.at,
      ip: '192.0.2.1',
      details: { sessionsEnded: 2 },
    },
  ])
})

test('a rolled-back action leaves no entry', async () => {
  const act = anAct()
  const failing = ports.write(async (tx) => {
    await record(tx, act)
    throw new Error('the rest failed')
  })
  await expect(failing).rejects.toThrow('the rest failed')
  expect(await entriesAbout(ports.db, act.object, 10)).toEqual([])
})

test('a secret throws an error', async () => {
  await expect(ports.write((tx) => record(tx, { ...anAct(), details: { password: 'x' } }))).rejects.toThrow(
    'would keep a secret: password',
  )
})

test('neither the application nor the owner can change or remove an entry [security-9]', async () => {
  const act = anAct()
  await ports.write((tx) => record(tx, act))
  for (const url of [database.url, database.ownerUrl]) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const change of ["update audit.entry set act = 'a.b'", 'delete from audit.entry', 'truncate audit.entry'])
      await expect(client.query(change)).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
})
