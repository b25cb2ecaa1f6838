import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import {
  canCollectPlans,
  canReceiveDonations,
  verificationDecisions,
} from '#modules/causes/organizations/rules/verification.ts'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { donationRefusal } from './rules/open.ts'
import { aCampaign } from './testing.ts'

let database: TestDatabase
let ports: Ports
beforeAll(async () => {
  database = await createTestDatabase()
  ports = testPorts(database.database)
})
afterAll(() => database.drop())

const now = new Date('2026-11-20T12:00:00Z')
const dayMs = 86_400_000
const instantAfter = (days: number) => new Date(now.getTime() + days * dayMs)
const refusalOf = async (ids: readonly bigint[], as: 'donation' | 'plan' = 'donation') =>
  (
    await sql<{
      refusal: string | null
    }>`select reason as refusal from campaigns.donation_refusal(${[...ids]}::bigint[], ${as === 'plan'}, ${now})`.execute(
      ports.db,
    )
  ).rows[0]!.refusal

test('the rules of verification and their SQL functions agree', async () => {
  const cases = fc.sample(
    fc.record({
      verificationState: fc.constantFrom(...verificationDecisions),
      verifiedUntil: fc.option(
        fc.integer({ min: -40, max: 2 }).map((days) => instantAfter(days)),
        { nil: null },
      ),
    }),
    200,
  )
  const { rows } = await sql<{ receives: boolean | null; collects: boolean | null }>`
    select organizations.can_receive_donations(state, until, ${now}) as receives, organizations.can_collect_plans(state, until, ${now}) as collects
    from json_to_recordset(${JSON.stringify(cases.map((item, place) => ({ place, state: item.verificationState, until: item.verifiedUntil })))}::json)
      as x(place int, state text, until timestamptz) order by place`.execute(ports.db)
  expect(rows.map(({ receives, collects }) => [receives === true, collects])).toEqual(
    cases.map((charity) => [canReceiveDonations(charity, now), canCollectPlans(charity, now)]),
  )
})

test('the claim and the forms refuse a fundraiser for the same reason (content-5)', async () => {
  for (const verification_state of verificationDecisions)
    for (const verified_until of [instantAfter(-31), instantAfter(-1), now, instantAfter(1)])
      for (const [status, ends_at] of [
        [1, null],
        [1, instantAfter(-1)],
        [2, instantAfter(5)],
        [3, null],
      ] as const) {
        const charity = await anOrganization(ports, { verification_state, verified_until })
        const { id } = await aCampaign(ports, { organization_id: charity.id, status, ends_at })
        const target = { status, endsAt: ends_at, verificationState: verification_state, verifiedUntil: verified_until }
        for (const as of ['donation', 'plan'] as const)
          expect(await refusalOf([id], as)).toBe(donationRefusal(target, now, as) ?? null)
      }
})

test('refuses a payment for several fundraisers if one is refused; a missing one counts as closed', async () => {
  const open = await aCampaign(ports)
  const rejected = await anOrganization(ports, { verification_state: 'rejected', verified_until: instantAfter(-1) })
  const refused = await aCampaign(ports, { organization_id: rejected.id })
  expect(await refusalOf([open.id])).toBeNull()
  expect(await refusalOf([open.id, refused.id])).toBe('charity-not-verified')
  expect(await refusalOf([open.id, 999_999n])).toBe('campaign-closed')
})
