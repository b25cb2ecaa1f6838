import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOpen } from '#modules/causes/campaigns/rules/open.ts'
import { listCampaignCards } from '#modules/causes/campaigns/queries/cards.ts'
import { verificationStateAt, verificationStates } from '#modules/causes/organizations/rules/verification.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { organizations } from './organizations.ts'
import { seedTexts } from './seed-texts.ts'
import { seedDemo, type SeedPorts } from './seed.ts'

const now = new Date('2026-11-20T12:00:00Z')

const portsOn = (database: TestDatabase): SeedPorts => ({
  ...testPorts(database.database, manualClock(now).now),
  tokenSecret: 'a secret of the test',
})

let database: TestDatabase
let ports: SeedPorts
beforeAll(async () => {
  database = await createTestDatabase()
  ports = portsOn(database)
  // Two first starts at once, as with two web processes.
  await Promise.all([
    seedDemo(ports, { now, ownerUrl: database.ownerUrl }),
    seedDemo(ports, { now, ownerUrl: database.ownerUrl }),
  ])
  await seedDemo(ports, { now, ownerUrl: database.ownerUrl })
})
afterAll(() => database.drop())

const rows = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(ports.db)).rows
const none = async (query: ReturnType<typeof sql>) => expect((await query.execute(ports.db)).rows).toEqual([])

test('repeated and concurrent starts fill an empty platform once', async () => {
  const [counts] = await rows(sql<{ organizations: bigint; fundraisers: bigint; funds: bigint; donations: bigint }>`
    select (select count(*) from organizations.organization) as organizations, (select count(*) from campaigns.campaign where kind = 'fundraiser') as fundraisers,
      (select count(*) from campaigns.campaign where kind = 'general-fund') as funds, (select count(*) from giving.donation) as donations`)
  expect(counts).toMatchObject({ organizations: 15n, fundraisers: 63n, funds: 15n })
  expect(Number(counts!.donations)).toBeGreaterThan(11_000)
  expect(Number(counts!.donations)).toBeLessThan(13_500)
})

test('every table of a new demo has planner statistics', async () => {
  await none(sql`select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('giving', 'payments', 'ledger', 'receipts', 'campaigns') and c.relkind = 'r' and c.reltuples < 0`)
  expect(
    await rows(sql`select reltuples > 11000 as known from pg_class where oid = 'giving.donation'::regclass`),
  ).toEqual([{ known: true }])
})

test('it is the same demo on every machine', async () => {
  const other = await createTestDatabase()
  try {
    const sumOf = (on: SeedPorts) =>
      sql<{
        sum: string
      }>`select md5(string_agg(id::text || name || gift || tip || coalesce(level_id, 0) || given_at, ',' order by id)) as sum from giving.donation`
        .execute(on.db)
        .then((result) => result.rows[0]!.sum)
    await seedDemo(portsOn(other), { now, ownerUrl: other.ownerUrl })
    expect(await sumOf(portsOn(other))).toBe(await sumOf(ports))
  } finally {
    await other.drop()
  }
}, 120_000)

describe('the fundraisers', () => {
  test('cover every state and form that pages show', async () => {
    const list = await ports.db
      .selectFrom('campaigns.campaign')
      .leftJoin('campaigns.total', 'campaign_id', 'id')
      .selectAll()
      .where('kind', '=', 'fundraiser')
      .execute()
    const share = (c: (typeof list)[number]) => Number((c.raised ?? 0n) * 1000n) / Number(c.goal) / 1000
    const open = (c: (typeof list)[number]) => isOpen({ status: c.status, endsAt: c.ends_at }, now)
    const some = (what: string, is: (c: (typeof list)[number]) => boolean) =>
      expect(list.filter(is).length, what).toBeGreaterThan(0)
    for (const status of [0, 1, 2, 3]) some(`status ${status}`, (c) => c.status === status)
    some('near its goal', (c) => open(c) && share(c) > 0.95 && share(c) < 1)
    some('over-funded and open', (c) => open(c) && share(c) > 1.1)
    some('ended', (c) => c.status === 1 && !open(c))
    some('without a gift', (c) => open(c) && c.raised === null)
    some('open-ended', (c) => open(c) && c.ends_at === null)
    some('Arabic', (c) => c.language === 'ar' && /[\u0600-\u06ff]/.test(c.name))
    some('a very long title', (c) => c.name.length > 200)
    some('Zakat-verified', (c) => c.zakat_verified)
    some('Gift Aid', (c) => c.gift_aid)
    some('without tips', (c) => !c.tips_enabled)
    for (const country of ['US', 'CA'])
      some(`tax-deductible in ${country}`, (c) => c.tax_receipt_countries.includes(country))
    expect(new Set(list.map((c) => c.currency))).toEqual(
      new Set(['USD', 'GBP', 'EUR', 'CAD', 'PKR', 'JPY', 'KWD', 'MYR', 'TRY', 'MAD']),
    )
    for (const campaign of list) expect(categories).toContain(campaign.category)
    expect((await listCampaignCards(ports, { featured: true, limit: 60, now })).length).toBeGreaterThanOrEqual(9)
  })

  test('have giving levels of every kind', async () => {
    const levels = await ports.db.selectFrom('campaigns.level').selectAll().execute()
    const some = (what: string, is: (level: (typeof levels)[number]) => boolean) =>
      expect(levels.filter(is).length, what).toBeGreaterThan(0)
    some('unlimited', (level) => level.claim_limit === 0)
    some(
      'nearly sold out',
      (level) => level.claim_limit > 0 && level.claimed < level.claim_limit && level.claimed >= level.claim_limit * 0.8,
    )
    some('sold out', (level) => level.claim_limit > 0 && level.claimed === level.claim_limit)
    some('hidden', (level) => (level.flags & 8) !== 0)
    some('asking a note', (level) => level.require_note)
    some('offering a note', (level) => level.include_note && !level.require_note)
    some('asking an e-mail', (level) => level.require_email)
    some('shipped', (level) => level.require_shipping)
    some(
      'asking an emergency contact and medical information',
      (level) => level.require_emergency_contact && level.require_medical,
    )
    some('with a benefit', (level) => level.benefit_value > 0n)
    await none(
      sql`select l.id from campaigns.level l left join (select level_id, sum(quantity) as given from giving.donation group by level_id) d on d.level_id = l.id where l.claimed <> coalesce(d.given, 0)`,
    )
    await none(
      sql`select l.id from campaigns.level l left join (select level_id, sum(quantity) as held from campaigns.level_claim where state = 'claimed' group by level_id) c on c.level_id = l.id where l.claim_limit > 0 and l.claimed <> coalesce(c.held, 0)`,
    )
  })

  test('that are verified for zakat have a ruling, its recipients and an end date', async () => {
    await none(sql`select c.id from campaigns.campaign c where c.zakat_verified <> exists (
      select from moderation.zakat_verification v where v.campaign_id = c.id and v.state = 'granted' and v.verified_at <= ${now} and v.expires_at > ${now} and v.expires_at = c.zakat_until and v.reviewer_account_id is not null)`)
    expect(
      await rows(
        sql`select kind, count(*)::int as count from moderation.case where state = 'open' group by kind order by kind`,
      ),
    ).toEqual([
      { kind: 'report', count: 1 },
      { kind: 'zakat', count: 1 },
    ])
  })

  test('have unique paragraphs of plain text', () => {
    const stories = organizations.flatMap(({ slug, campaigns }) =>
      campaigns.map((campaign) => seedTexts(slug, campaign.language ?? 'en').list(`${campaign.slug}.story`)),
    )
    expect(new Set(stories.flat()).size).toBe(stories.flat().length)
    for (const story of stories) expect(story.join('').length).toBeGreaterThan(150)
  })
})

test('charities cover each verification state, with donations only while verified (content-5)', async () => {
  const charities = await ports.db
    .selectFrom('organizations.organization')
    .select(['slug', 'verification_state', 'verified_until'])
    .orderBy('id')
    .execute()
  const states = charities.map(({ verification_state, verified_until }) =>
    verificationStateAt({ verificationState: verification_state, verifiedUntil: verified_until }, now),
  )
  expect(new Set(states)).toEqual(new Set(verificationStates))
  expect(charities[states.indexOf('expired')]!.slug).toBe('hikari')
  await none(sql`select d.id from giving.donation d join campaigns.campaign c on c.id = d.campaign_id join organizations.organization o on o.id = c.organization_id
    where o.verified_until is null or d.given_at > o.verified_until`)
})

describe('the gifts', () => {
  test('are within their fundraiser’s period and not in the future', async () => {
    await none(
      sql`select d.id from giving.donation d join campaigns.campaign c on c.id = d.campaign_id where d.given_at < c.created_at or d.given_at > c.ends_at or d.given_at > ${now} or c.status = 0`,
    )
  })

  test('have the same ledger entries as donations through the checkout', async () => {
    await none(sql`select tx_id from ledger.entry group by tx_id, currency having sum(amount) <> 0`)
    await none(sql`select d.id from giving.donation d join payments.attempt a on a.id = d.attempt_id join payments.intent i on i.id = d.intent_id
      where a.state <> 'SUCCEEDED' or i.state <> 'SUCCEEDED' or a.amount <> d.gift + d.tip + d.covered_fee or i.amount <> a.amount`)
    await none(
      sql`select a.id from payments.attempt a left join ledger.tx t on t.source_type = 'attempt' and t.source_id = a.id and t.event_type = 'charge' where t.id is null`,
    )
    await none(
      sql`select campaign_id from giving.donation group by campaign_id having sum(gift) <> coalesce((select -sum(amount) from ledger.entry where subject_id = campaign_id and meaning = 'gift'), 0)`,
    )
    await none(
      sql`select tx_id from ledger.entry where account = 'campaign_payable' and meaning = 'covered_fee' group by tx_id having sum(amount) >= 0`,
    )
  })

  test('add up to the totals that the pages show', async () => {
    await none(sql`
      select t.campaign_id from campaigns.total t join (
        select campaign_id, sum(gift) as raised, count(*) as donations, count(distinct donor_key) as donors, max(given_at) as last from giving.donation group by campaign_id) d using (campaign_id)
      where (t.raised, t.donation_count, t.donor_count, t.last_donation_at) is distinct from (d.raised, d.donations, d.donors, d.last)`)
  })

  test('rise in Ramadan and on Fridays, and one in five is anonymous', async () => {
    const [request] = await rows(sql<{ anonymous: number; friday: number; ramadan: number }>`
      select avg(is_anonymous::int)::float as anonymous, avg((extract(isodow from given_at) = 5)::int)::float as friday,
        (count(*) filter (where given_at >= '2026-02-18' and given_at < '2026-03-20'))::float / count(*) filter (where given_at >= '2026-01-01' and given_at < '2026-05-01') as ramadan from giving.donation`)
    expect(request!.anonymous).toBeCloseTo(0.2, 1)
    expect(request!.friday).toBeGreaterThan(1 / 7)
    expect(request!.ramadan).toBeGreaterThan(0.5)
  })

  test('count as zakat only if the campaign is verified, up to the donation’s amount', async () => {
    await none(
      sql`select d.id from giving.donation d join campaigns.campaign c on c.id = d.campaign_id where d.is_zakat and not c.zakat_verified or d.zakat_eligible > d.gift or d.covered_fee > 0 and not d.maximize_zakat`,
    )
    await none(
      sql`select d.id from giving.donation d where d.gift_aid and (d.country <> 'GB' or not exists (select from giving.gift_aid_declaration g where g.donation_id = d.id))`,
    )
    await none(
      sql`select d.id from giving.donation d where d.tax_receipt and (d.tax_address is null or d.country not in ('US', 'CA'))`,
    )
  })

  test('have one receipt each, numbered without a gap by issuer and year', async () => {
    await none(
      sql`select d.id from giving.donation d left join receipts.line l on l.donation_id = d.id left join receipts.receipt r on r.id = l.receipt_id and r.intent_id = d.intent_id group by d.id having count(r.id) <> 1`,
    )
    await none(sql`select c.issuer_id from receipts.counter c full join (
      select issuer_id, tax_year, min(serial) as first, max(serial) as last, count(*) as receipts from receipts.receipt group by issuer_id, tax_year) r using (issuer_id, tax_year)
      where (r.first, r.last, r.receipts) is distinct from (1::bigint, c.last_serial, c.last_serial)`)
    const kinds = await rows(
      sql<{
        regime: string
        kind: string
      }>`select distinct o.receipt_regime as regime, r.kind from receipts.receipt r join organizations.organization o on o.id = r.issuer_id order by 1, 2`,
    )
    expect(kinds.map(({ regime, kind }) => `${regime} ${kind}`)).toEqual([
      'ca official',
      'ca plain',
      'plain plain',
      'uk plain',
      'us official',
    ])
  })

  test('are numerous for Amina, whose account the README names', async () => {
    const [request] = await rows(sql<{ donations: bigint; zakat: bigint; years: bigint }>`
      select count(*) as donations, count(*) filter (where is_zakat) as zakat, count(distinct extract(year from given_at)) as years
      from giving.donation d join identity.account a on a.id = d.account_id where a.email = 'amina@example.org'`)
    expect(Number(request!.donations)).toBeGreaterThan(20)
    expect(Number(request!.zakat)).toBeGreaterThan(0)
    expect(Number(request!.years)).toBeGreaterThanOrEqual(3)
  })
})
