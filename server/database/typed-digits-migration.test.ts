import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { createTestDatabase, silentLog } from '#tests/support/database.ts'

test('the migration stores numbers in 0-9, and no two verified charities with one registration (amounts-17)', async () => {
  const { ownerUrl, drop } = await createTestDatabase({ migrated: false })
  await migrate({ ownerUrl, log: silentLog, upTo: '0043_domain_checks.sql' })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('begin; set local session_replication_role = replica')
  for (const [id, phone, number, key] of [
    [1, '\u202a+٤٤٢٠٧٩٤٦٠٩٥٨\u202c', 'VR ١٢٣', 'DE:vr١٢٣'],
    [2, '+442079460958', 'VR 77', 'DE:vr77'],
    [3, '', 'VR ७७', 'DE:vr७७'],
  ] as const)
    await owner.query(
      `insert into organizations.organization (id, slug, name, country, email, postal_address, receipt_regime, registration, time_zone, created_at, phone, registration_number,
         registration_key, verification_state, verified_until, verified_at)
       overriding system value
       values ($1::bigint, 'charity-' || $1, 'Charity', 'DE', 'a@example.org', '', 'plain', '', 'Europe/Berlin', now(), $2, $3, $4, 'verified', now() + interval '1 year', now())`,
      [id, phone, number, key],
    )
  await owner.query('commit')
  for (const [state, at] of [
    ['open', null],
    ['returned', '2026-11-01'],
  ] as const)
    await owner.query(
      `insert into organizations.verification_request (id, organization_id, kind, form, registration_key, state, requested_at, decided_at)
       values (gen_random_uuid(), 1, 'first', '', 'EG:١٢٣', $1, now(), $2)`,
      [state, at],
    )
  await migrate({ ownerUrl, log: silentLog })
  const { rows } = await owner.query(
    'select id::int, phone, registration_number as number, registration_key as key from organizations.organization order by id',
  )
  expect(rows).toEqual([
    { id: 1, phone: '+442079460958', number: 'VR 123', key: 'DE:vr123' },
    { id: 2, phone: '+442079460958', number: 'VR 77', key: 'DE:vr77' },
    { id: 3, phone: '', number: 'VR ७७', key: 'DE:vr७७' },
  ])
  // A decided request is evidence and stays as it was.
  const requests = await owner.query(
    'select state, registration_key as key from organizations.verification_request order by state',
  )
  expect(requests.rows).toEqual([
    { state: 'open', key: 'EG:123' },
    { state: 'returned', key: 'EG:١٢٣' },
  ])
  await owner.end()
  await drop()
})
