import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { areTextsComplete } from './queries/donor-texts.ts'
import { findDonors } from './queries/find-donors.ts'
import { findEntries } from './queries/find-entries.ts'
import { findNamesakes } from './queries/merges.ts'
import { groupDonors } from './rules/donor-groups.ts'
import { fillDonors, rebuildDonors } from './update-donors.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let campaignIds: bigint[]
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
  const campaign = await aCampaign(installation.app, { ends_at: null })
  organizationId = campaign.organization_id
  campaignIds = [campaign.id, (await aCampaign(installation.app, { organization_id: organizationId })).id]
})
afterAll(() => installation.close())

const follow = async () => {
  while ((await recordChanges(installation.app)) > 0);
}
const setComplete = (isComplete: boolean) =>
  installation.app.db.updateTable('charity_donors.donor_text_fill').set({ is_complete: isComplete }).execute()

/** The texts that the donations have, and those that are stored. */
const compareTexts = async () => {
  const { rows: expected } = await sql`
    select c.organization_id::text as charity, encode(d.donor_key, 'hex') as donor, x.is_name, lower(x.words) as words,
      bool_or(x.is_name and (d.share_address or d.level_email is not null or d.subscription_id is not null)) as contact,
      max(d.given_at) as last_at
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    cross join lateral (values (true, giving.public_name(d)), (false, nullif(d.level_email, ''))) as x(is_name, words)
    where not d.is_anonymous and x.words is not null
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  `.execute(installation.app.db)
  const { rows: stored } = await sql`
    select organization_id::text as charity, encode(donor_key, 'hex') as donor, is_name, words, has_contact as contact, last_at
    from charity_donors.donor_text
    order by 1, 2, 3, 4
  `.execute(installation.app.db)
  expect(stored).toEqual(expected)
  return stored.length
}

const names = [
  'Leyla',
  'LEYLA',
  'leyla',
  'Məmmədova',
  'Zoë',
  'ZOË',
  'İpek',
  'ipek',
  'ﬁona',
  'أمينة',
  'امينة',
  'الحسن',
  'O’Neil',
  '100%',
  'a_b',
  'Essa',
  'Ea',
  'ẞtraße',
  'straße',
  'ΣΟΦΟΣ',
  'σοφος',
]

/** Runs a statement as the owner, without the triggers of donations. */
const withoutTriggers = async (statement: string, values?: unknown[]) => {
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(statement, values)
  await owner.end()
}

/** Adds random donations of few donors, as they were before there were texts. */
const addDonations = async (donations: number, donors: number) => {
  const level = (await aLevel(installation.app, campaignIds[0]!, { require_email: true, include_email: true })).id
  const hidden = (await aLevel(installation.app, campaignIds[0]!)).id
  clock.move({ minutes: 1 })
  const { donationId } = await helpers.donation(campaignIds[0]!, {})
  await withoutTriggers(
    `
      insert into giving.donation
      select x.*
      from giving.donation d
      cross join lateral (
        select
          n, floor(random() * 2)::int as campaign, floor(random() * $6::int)::int as donor,
          floor(random() * cardinality($3::text[]))::int as first, floor(random() * cardinality($3::text[]))::int as last,
          random() as custom, random() as anonymous, random() as level, random() as share,
          random() * 100000 as age
        from generate_series(1, $1::int) n
      ) r
      cross join lateral jsonb_populate_record(
        d,
        jsonb_build_object(
          'id', gen_random_uuid(), 'line', 10 + r.n, 'campaign_id', ($2::bigint[])[1 + r.campaign],
          'donor_key', '\\x' || encode(sha256(r.donor::text::bytea), 'hex'),
          'name', ($3::text[])[1 + r.first] || ' ' || ($3::text[])[1 + r.last],
          'custom_name', case when r.custom < 0.2 then ($3::text[])[1 + r.last] when r.custom < 0.3 then '' end,
          'is_anonymous', r.anonymous < 0.2, 'share_address', r.share < 0.3,
          'level_id', case when r.level < 0.4 then ($4::bigint[])[1 + r.donor % 2] end,
          'level_email', case when r.level < 0.4 then 'Donor-' || r.donor || '@Level.example' end,
          'level_requirements', null, 'given_at', d.given_at - r.age * interval '1 minute'
        )
      ) x
      where d.id = $5
    `,
    [donations, campaignIds, names, [level, hidden], donationId, donors],
  )
}

const words = [
  ...names,
  'e',
  'a',
  '%',
  '_',
  ' ',
  'level.example',
  'donor-1',
  'DONOR-2@',
  'no-one-has-it',
  'م',
  'ey',
  'ß',
  'é',
]

/** Finds everything by each of the words, by texts or by donations. */
const searchAll = async (isComplete: boolean) => {
  await setComplete(isComplete)
  const { db } = installation.app
  const { rows } = await sql<{
    key: Buffer
  }>`select distinct donor_key as key from charity_donors.donor_text order by 1`.execute(db)
  const groups = groupDonors([{ key: rows[0]!.key, other: rows[1]!.key }])
  const found = []
  for (const word of words) {
    const entries = await findEntries(
      db,
      { organizationId, timeZone: 'Europe/London', search: { kind: 'words', words: word } },
      { limit: 60 },
    )
    const filters = { organizationId, words: word }
    const alone = await findDonors(db, { ...filters, groups: groupDonors([]) }, { limit: 60 })
    const merged = await findDonors(db, { ...filters, groups }, { limit: 60 })
    const keysOf = (donors: typeof alone) => donors.map(({ key }) => key.toString('hex'))
    found.push({ word, entries: entries.map(({ id }) => id), alone: keysOf(alone), merged: keysOf(merged) })
  }
  const namesakes = await findNamesakes(db, { organizationId, limit: 5000 })
  return { found, namesakes: [...new Set(namesakes.map((key) => key.toString('hex')))].toSorted() }
}

test.each([
  ['few', 400, 60],
  ['many', 4000, 2500],
])('a search of the texts of %s donors finds what a search of their donations does', async (_, donations, donors) => {
  await addDonations(donations, donors)
  await installation.app.write(rebuildDonors)
  expect(await areTextsComplete(installation.app.db)).toBe(false)
  while ((await fillDonors(installation.app)) > 0);
  await withoutTriggers(
    'analyze giving.donation, charity_donors.donor_text, charity_donors.donor_total, campaigns.campaign, campaigns.level',
  )
  expect(await areTextsComplete(installation.app.db)).toBe(true)
  expect(await compareTexts()).toBeGreaterThan(100)
  const byTexts = await searchAll(true)
  expect(byTexts).toEqual(await searchAll(false))
  expect(byTexts.found.filter(({ alone }) => alone.length > 0).length).toBeGreaterThan(20)
  expect(byTexts.namesakes.length).toBeGreaterThan(10)
})

test('erasure, anonymity and a new key reach the texts at once, and the feed adds the others', async () => {
  const leyla = { guest: { email: `${installation.app.newId()}@example.org`, name: 'Leyla Erased' } }
  const [first, second] = [
    await helpers.donation(campaignIds[0]!, leyla),
    await helpers.donation(campaignIds[1]!, { ...leyla, CustomName: 'Friend of wells' }),
  ]
  await helpers.donation(campaignIds[0]!, { ...leyla, anonymous: true, CustomName: 'Never seen' })
  await setComplete(true)
  await follow()
  await compareTexts()
  const stored = async () =>
    (
      await sql<{ words: string }>`
        select distinct words from charity_donors.donor_text where words similar to '%(erased|friend of|never seen)%' order by 1
      `.execute(installation.app.db)
    ).rows.map((row) => row.words)
  expect(await stored()).toEqual(['friend of wells', 'leyla erased'])

  await sql`select giving.set_donor_key(array[${first.donationId}::uuid], ${Buffer.from('another')})`.execute(
    installation.app.db,
  )
  expect(await stored()).toEqual(['friend of wells'])
  await follow()
  expect(await stored()).toEqual(['friend of wells', 'leyla erased'])
  await compareTexts()

  await sql`select giving.retain_for_accounting(array[${second.donationId}::uuid], array['2030-01-01'::date])`.execute(
    installation.app.db,
  )
  expect(await stored()).toEqual(['leyla erased'])
  await follow()
  await compareTexts()
})

test('a text that a batch adds while its donor gets another key is removed by the next batch', async () => {
  const { donationId } = await helpers.donation(campaignIds[0]!, {
    guest: { email: 'late@example.org', name: 'Late Key' },
  })
  const { donor_key: former } = await installation.app.db
    .selectFrom('giving.donation')
    .select('donor_key')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  await follow()
  await sql`select giving.set_donor_key(array[${donationId}::uuid], ${Buffer.from('a later key')})`.execute(
    installation.app.db,
  )
  await installation.app.db
    .insertInto('charity_donors.donor_text')
    .values({
      organization_id: organizationId,
      donor_key: former,
      is_name: true,
      words: 'late key',
      has_contact: false,
      last_at: clock.now(),
    })
    .execute()
  await follow()
  await compareTexts()
})
