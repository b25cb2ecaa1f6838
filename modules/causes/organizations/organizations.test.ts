import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { findOrganizations, issuersOf, listOrganizations, hasOrganizations } from './queries/organizations.ts'
import { pictureOwnerOf } from './pictures.ts'
import { anOrganization } from './testing.ts'

let database: TestDatabase
let ports: Ports
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database)
})
afterAll(() => database.drop())

test('a platform is empty until it has a charity', async () => {
  expect(await hasOrganizations(ports.db)).toBe(false)
  await anOrganization(ports, { name: 'Zaytun' })
  expect(await hasOrganizations(ports.db)).toBe(true)
})

test('an issuer has all that its receipts print', async () => {
  const { id } = await anOrganization(ports, {
    country: 'CA',
    receipt_regime: 'ca',
    receipt_signatory: 'A. Dufresne',
    registration: 'BN 000000105RR0001',
    time_zone: 'America/Toronto',
  })
  expect(await issuersOf(ports.db, [id, 999_999n])).toEqual([
    {
      id,
      name: 'Umeed Trust',
      nameAr: null,
      country: 'CA',
      timeZone: 'America/Toronto',
      email: 'office@umeed.example',
      website: null,
      postalAddress: '4 Sample Lane\nLeicester\nLE1 0XX\nUnited Kingdom',
      registration: 'BN 000000105RR0001',
      receiptRegime: 'ca',
      signatory: 'A. Dufresne',
      emailConfirmedAt: null,
      logoId: null,
      primaryColour: '#4AA567',
      thanksAr: '',
      thanksEn: '',
    },
  ])
  expect(await issuersOf(ports.db, [])).toEqual([])
})

test('what is public of a charity has no address to write to', async () => {
  const { id } = await anOrganization(ports, { name: 'Aman', email: 'secret@aman.example' })
  await anOrganization(ports, { name: 'Abrar', verification_state: 'none', verified_at: null, verified_until: null })
  expect(
    JSON.stringify((await findOrganizations(ports.db, [id])).map((organization) => ({ ...organization, id: '' }))),
  ).not.toContain('secret')
  expect((await listOrganizations(ports.db, 2)).map((organization) => organization.name)).toEqual([
    'Aman',
    'Umeed Trust',
  ])
})

test('counts pictures uploaded for a charity, whichever member uploads them', async () => {
  const { id } = await anOrganization(ports)
  const owner = pictureOwnerOf(id)
  const add = async (instant: Date) => {
    const pictureId = ports.newId()
    await ports.write(async (tx) => {
      await tx
        .insertInto('media.picture')
        .values({ id: pictureId, account_id: null, width: 1, height: 1, bytes: 1, uploaded_at: instant })
        .execute()
      await owner.addPicture(tx, { pictureId, at: instant })
    })
  }
  await add(new Date('2026-01-01'))
  await add(new Date('2026-01-03'))
  expect(await owner.countPictures(ports.db, new Date('2026-01-02'))).toEqual({ total: 2, sinceYesterday: 1 })
})
