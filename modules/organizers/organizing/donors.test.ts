import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { changeLevel } from '#modules/causes/campaigns/index.ts'
import { requestedFieldsOf } from '#modules/causes/campaigns/rules/level.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { addRefundedAmounts } from '#modules/money/giving/index.ts'
import { purgeEncryptedFields } from '#modules/money/giving/erasure/purge-encrypted-fields.ts'
import { encryptConfidential } from '#modules/money/giving/erasure/encrypted-fields.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { toJson } from '#shared/wire/to-json.ts'
import { dashboardOf } from './dashboard.ts'
import { exportClaims } from './export-claims.ts'
import { exportDonations } from './export-donations.ts'
import { listClaims, markClaim } from './list-claims.ts'
import { listDonationsForOrganizer } from './list-donations.ts'
import { openEmergencyDetails } from './open-emergency-details.ts'
import { mailLevelEmails } from './mail-level-emails.ts'
import { thankDonor } from './thank-donor.ts'
import { aCharityMember, aDonation, aTeamMember, organizingPorts } from './testing.ts'

let database: TestDatabase
let ports: ReturnType<typeof organizingPorts>
let campaign: Awaited<ReturnType<typeof aCampaign>>
let organizer: AccountViewer
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = organizingPorts(testPorts(database.database, clock.now))
})
beforeEach(async () => {
  campaign = await aCampaign(ports, { created_at: new Date('2026-10-01T00:00:00Z') })
  organizer = await aTeamMember(ports, campaign.id)
})
afterAll(() => database.drop())

const address = {
  name: 'Amina Yusuf',
  line1: '1 King Street',
  city: 'Leicester',
  postalCode: 'LE1 1AA',
  country: 'GB',
  phone: '+447123456789',
}
const secret = {
  customName: 'Umm Yusuf',
  location: 'Leicester',
  levelEmail: 'level@example.org',
  shippingAddress: address,
  shareAddress: true,
} as const
const nothingAsked = {
  includeNote: false,
  requireNote: false,
  includeEmail: false,
  requireEmail: false,
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
  benefitValue: 0n,
}
/** Matches every value that could identify an anonymous donor. */
const tells = /Amina|Umm Yusuf|Leicester|level@example|King Street|@example\.org|447123/
const cells = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]
const donations = (over: Partial<Parameters<typeof listDonationsForOrganizer>[2]> = {}) =>
  listDonationsForOrganizer(ports, organizer, { campaignId: campaign.id, limit: 25, ...over }, 'en')
const claims = (over: Partial<Parameters<typeof listClaims>[2]> = {}) =>
  listClaims(ports, organizer, { campaignId: campaign.id, state: 'open', limit: 25, ...over })
const dashboard = (period: '7' | '30' | '90' | 'all' = '30') =>
  dashboardOf(ports, organizer, { campaignId: campaign.id, period })
const mails = async (kind: string) =>
  (
    await sql<{ to: string; subject: string; content: { blocks: { text?: string; rows?: string[][] }[] } }>`
    select to_address as "to", subject, content from notifications.mail where kind = ${kind} order by created_at, id`.execute(
      ports.db,
    )
  ).rows

describe('an anonymous donor [privacy-1]', () => {
  test('is unnamed in the donors’ table, its search, its file and the dashboard', async () => {
    const level = await aLevel(ports, campaign.id, { require_email: true, require_shipping: true })
    await aDonation(ports, campaign.id, { ...secret, isAnonymous: true, levelId: String(level.id) })
    const { donations: shown } = await donations()
    expect(shown).toMatchObject([
      { isAnonymous: true, name: null, place: null, email: null, address: null, gift: 2000n },
    ])
    for (const search of ['Amina', 'Umm', 'Leicester', 'level@'])
      expect((await donations({ search })).donations).toEqual([])
    const file = await exportDonations(ports, organizer, aRequestContext(), campaign.id)
    for (const output of [toJson(shown), file.csv, toJson(await dashboard())]) expect(output).not.toMatch(tells)
    expect(cells(file.csv)).toMatchObject([{ Donor: 'Anonymous', Amount: '20.00' }])
  })

  test('has no name in claims, their file and mail, only what the level asks for', async () => {
    const level = await aLevel(ports, campaign.id, { require_email: true })
    const { intentId } = await aDonation(ports, campaign.id, {
      ...secret,
      isAnonymous: true,
      levelId: String(level.id),
      note: 'Size M',
    })
    await ports.write((tx) => mailLevelEmails(ports, tx, [intentId]))
    const { claims: shown } = await claims()
    expect(shown).toMatchObject([{ name: null, note: 'Size M', email: 'level@example.org', shipping: null }])
    const file = await exportClaims(ports, organizer, aRequestContext(), { campaignId: campaign.id, state: 'all' })
    const mail = (await mails('level-claimed')).find(({ to }) => to === organizer.email)
    for (const output of [toJson(shown), file.csv, JSON.stringify(mail)])
      expect(output.replaceAll('level@example.org', '').replaceAll(organizer.email, '')).not.toMatch(tells)
  })
})

test('an incomplete file of donors or claims ends with a line that says so', async () => {
  const level = await aLevel(ports, campaign.id, {})
  for (let given = 0; given < 3; given++) await aDonation(ports, campaign.id, { levelId: String(level.id) })
  for (const [file, whole] of [
    [
      await exportDonations(ports, organizer, aRequestContext(), campaign.id, { most: 2 }),
      await exportDonations(ports, organizer, aRequestContext(), campaign.id, { most: 3 }),
    ],
    [
      await exportClaims(ports, organizer, aRequestContext(), { campaignId: campaign.id, state: 'all' }, { most: 2 }),
      await exportClaims(ports, organizer, aRequestContext(), { campaignId: campaign.id, state: 'all' }, { most: 3 }),
    ],
  ] as const) {
    expect([file.rows, file.isComplete, cells(file.csv).length]).toEqual([2, false, 3])
    expect(cells(file.csv).at(-1)!.Date).toBe('This file contains only the newest 2 rows. There are more.')
    expect([whole.rows, whole.isComplete, cells(whole.csv).length]).toEqual([3, true, 3])
  }
})

test('shows an email only if the level requires it, an address only with consent [privacy-2]', async () => {
  const [asks, requires] = [
    await aLevel(ports, campaign.id, { include_email: true }),
    await aLevel(ports, campaign.id, { require_email: true }),
  ]
  await aDonation(ports, campaign.id, { ...secret, levelId: String(asks.id), shareAddress: false })
  await aDonation(ports, campaign.id, { ...secret, levelId: String(requires.id) })
  await aDonation(ports, campaign.id, {})
  const { donations: shown } = await donations()
  expect(
    shown
      .map(({ name, place, email, address: to }) => [name, place, email, to?.lines ?? null])
      .sort((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['Amina Yusuf', null, null, null],
    ['Umm Yusuf', 'Leicester', null, null],
    ['Umm Yusuf', 'Leicester', 'level@example.org', ['1 King Street', 'Leicester LE1 1AA']],
  ])
  const { csv } = await exportDonations(ports, organizer, aRequestContext(), campaign.id)
  expect(cells(csv).filter((row) => row['Email'] !== '')).toHaveLength(1)
  expect(cells(csv).filter((row) => row['Address'] !== '')).toHaveLength(1)
  expect(csv).toContain("'+447123456789")
  expect((await donations({ search: 'umm%' })).donations).toEqual([])
  expect((await donations({ search: 'LEVEL@' })).donations).toHaveLength(1)
})

test('a refunded donation is no claim and needs no thanks; a partly refunded one counts the rest', async () => {
  const level = await aLevel(ports, campaign.id, { require_shipping: true })
  const [whole, part] = [
    await aDonation(ports, campaign.id, { levelId: String(level.id) }),
    await aDonation(ports, campaign.id, { levelId: String(level.id) }),
  ]
  const back = { tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible: 0n }
  await ports.write((tx) =>
    addRefundedAmounts(
      tx,
      [
        { donationId: whole.id, gift: 2000n, ...back },
        { donationId: part.id, gift: 500n, ...back },
      ],
      clock.now(),
    ),
  )
  const { claims: shown, levels } = await claims()
  expect(shown).toMatchObject([{ id: part.id }])
  expect(levels).toMatchObject([{ donations: 1, sent: 0 }])
  expect(
    cells((await exportClaims(ports, organizer, aRequestContext(), { campaignId: campaign.id, state: 'all' })).csv),
  ).toMatchObject([{ Amount: '15.00' }])
  expect((await dashboard()).tasks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ task: 'fulfil', count: 1 }),
      expect.objectContaining({ task: 'thank', count: 1 }),
    ]),
  )
  const thank = (donationId: string) =>
    thankDonor(ports, organizer, aRequestContext(), {
      campaignId: campaign.id,
      donationId,
      message: 'May Allah accept it.',
    })
  await expect(thank(whole.id)).rejects.toMatchObject({ status: 404 })
  await thank(part.id)
  const mail = await sql<{
    content: string
  }>`select content::text as content from notifications.mail where to_address = ${part.email} and kind = 'thanks'`.execute(
    ports.db,
  )
  expect(mail.rows[0]!.content).toMatch(/[£$]15\b/)
  expect(mail.rows[0]!.content).not.toMatch(/[£$]20\b/)
})

test('suggests thanks for the same thirty days as the figures', async () => {
  await aDonation(ports, campaign.id)
  // One hour less than 30 days: the day before the figures begin.
  const later = 30 * 24 * 60 - 60
  clock.move({ minutes: later })
  onTestFinished(() => clock.move({ minutes: -later }))
  const request = { campaignId: campaign.id, period: '30' } as const
  const { now, tasks } = await dashboardOf(ports, organizer, request)
  expect(now?.donations).toBe(0)
  expect(tasks.filter(({ task }) => task === 'thank')).toEqual([])
  await aDonation(ports, campaign.id)
  const today = await dashboardOf(ports, organizer, request)
  expect([today.now?.donations, today.tasks.find(({ task }) => task === 'thank')?.count]).toEqual([1, 1])
})

test('pages through all donors, also for simultaneous donations', async () => {
  const given = [
    await aDonation(ports, campaign.id),
    await aDonation(ports, campaign.id),
    await aDonation(ports, campaign.id),
  ]
    .map(({ id }) => id)
    .sort()
  const first = await donations({ limit: 2 })
  const second = await donations({ limit: 2, before: first.next! })
  expect([...first.donations, ...second.donations].map(({ id }) => id).sort()).toEqual(given)
  expect(second.next).toBeNull()
  const elsewhere = await aDonation(ports, (await aCampaign(ports)).id)
  await expect(donations({ before: elsewhere.id })).rejects.toMatchObject({ status: 404 })
})

test('a donor’s name with a formula is text in the file [security-12]', async () => {
  await aDonation(ports, campaign.id, {
    customName: '=HYPERLINK("https://evil.example")',
    location: '＠SUM(1)',
    source: '-2+3',
  })
  const [row] = cells((await exportDonations(ports, organizer, aRequestContext(), campaign.id)).csv)
  expect(row).toMatchObject({ Donor: '\'=HYPERLINK("https://evil.example")', Place: "'＠SUM(1)", Source: "'-2+3" })
})

test('audits an export of donor data and notifies the charity’s owners [security-9]', async () => {
  const owner = await aCharityMember(ports, campaign.organization_id, 'owner')
  await aDonation(ports, campaign.id)
  await exportDonations(ports, organizer, aRequestContext({ ip: '192.0.2.9' }), campaign.id)
  expect(await entriesAbout(ports.db, `campaign:${campaign.id}`, 1)).toMatchObject([
    { actorId: organizer.accountId, act: 'organizing.donors-exported', ip: '192.0.2.9', details: { rows: 1 } },
  ])
  const [mail] = (await mails('donors-exported')).filter(({ to }) => to === owner.email)
  expect(mail!.subject).toContain('Clean water for Tharparkar')
  expect(mail!.content.blocks[0]!.text).toBe(
    'Salam. \u2068Sana Qureshi\u2069 exported one donation of \u2068Clean water for Tharparkar\u2069 as a file.',
  )
})

describe('permissions [S2 §6]', () => {
  const calls: readonly (readonly [string, (viewer: AccountViewer) => Promise<unknown>])[] = [
    ['list donors', (viewer) => listDonationsForOrganizer(ports, viewer, { campaignId: campaign.id, limit: 1 }, 'en')],
    ['export donors', (viewer) => exportDonations(ports, viewer, aRequestContext(), campaign.id)],
    ['list claims', (viewer) => listClaims(ports, viewer, { campaignId: campaign.id, state: 'all', limit: 1 })],
    [
      'export claims',
      (viewer) => exportClaims(ports, viewer, aRequestContext(), { campaignId: campaign.id, state: 'all' }),
    ],
  ]
  test.each(calls)('%s: organizers and finance, not editors, viewers or another’s organizer', async (_, call) => {
    const other = await aTeamMember(ports, (await aCampaign(ports)).id)
    const stranger = (await aSession(ports)).viewer
    for (const viewer of [other, stranger])
      await expect(call(viewer)).rejects.toMatchObject({ status: 404, code: 'campaign-not-found' })
    for (const viewer of [
      await aTeamMember(ports, campaign.id, 'editor'),
      await aTeamMember(ports, campaign.id, 'viewer'),
      await aCharityMember(ports, campaign.organization_id, 'editor'),
    ])
      await expect(call(viewer)).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
    for (const role of ['owner', 'admin', 'finance'] as const)
      await expect(call(await aCharityMember(ports, campaign.organization_id, role))).resolves.toBeDefined()
  })

  test('the dashboard is for the whole team, with their own tasks, and counts the claims of their page', async () => {
    const [level, plain] = [await aLevel(ports, campaign.id, { include_note: true }), await aLevel(ports, campaign.id)]
    for (const { id } of [level, plain]) await aDonation(ports, campaign.id, { levelId: String(id) })
    expect((await dashboard()).tasks.find(({ task }) => task === 'fulfil')).toMatchObject({ count: 1 })
    expect((await claims()).claims.map(({ level: { id } }) => id)).toEqual([String(level.id)])
    const all = (await claims({ state: 'all' })).claims.map(({ level: { id }, hasToSend }) => [id, hasToSend])
    expect(Object.fromEntries(all)).toEqual({ [String(level.id)]: true, [String(plain.id)]: false })
    const request = { campaignId: campaign.id, period: '30' } as const
    expect((await dashboardOf(ports, organizer, request)).tasks.map(({ task }) => task)).toEqual([
      'fulfil',
      'no-cover',
      'thank',
    ])
    expect((await dashboardOf(ports, await aTeamMember(ports, campaign.id, 'viewer'), request)).tasks).toEqual([])
    await expect(dashboardOf(ports, (await aSession(ports)).viewer, request)).rejects.toMatchObject({ status: 404 })
  })
})

test('thanks a donor once, by our mail without revealing an address (content-16)', async () => {
  const donation = await aDonation(ports, campaign.id, { isAnonymous: true })
  const thank = (over: object = {}) =>
    thankDonor(ports, organizer, aRequestContext(), {
      campaignId: campaign.id,
      donationId: donation.id,
      message: 'JazakAllahu khayran.\nThe well is dug.',
      ...over,
    })
  await expect(thank({ message: ' \n ' })).rejects.toMatchObject({ fields: { message: { code: 'thanks-empty' } } })
  await expect(thank({ donationId: ports.newId() })).rejects.toMatchObject({ status: 404 })
  const results = await Promise.allSettled([thank(), thank()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(thank()).rejects.toMatchObject({ code: 'thanked-already', status: 409 })
  const sent = (await mails('thanks')).filter(({ to }) => to === donation.email)
  expect(sent).toHaveLength(1)
  expect(sent[0]!.content.blocks.map(({ text }) => text)).toContain('“JazakAllahu khayran.\nThe well is dug.”')
  expect(JSON.stringify(sent[0]!.content)).not.toContain(organizer.email)
  expect((await dashboard()).latest).toMatchObject([
    { id: donation.id, name: null, isThanked: true, canBeThanked: false },
  ])
  expect(await entriesAbout(ports.db, `campaign:${campaign.id}`, 1)).toMatchObject([
    { act: 'organizing.donor-thanked', ip: aRequestContext().ip },
  ])
})

test('offers thanks only to members who can send them', async () => {
  await aDonation(ports, campaign.id)
  const latestFor = async (who: AccountViewer) =>
    (await dashboardOf(ports, who, { campaignId: campaign.id, period: '30' })).latest
  expect(await latestFor(await aTeamMember(ports, campaign.id, 'editor'))).toMatchObject([{ canBeThanked: false }])
  expect(await latestFor(await aTeamMember(ports, campaign.id, 'viewer'))).toMatchObject([{ canBeThanked: false }])
  for (const role of ['owner', 'admin', 'finance', 'donor-support'] as const)
    expect(await latestFor(await aCharityMember(ports, campaign.organization_id, role))).toMatchObject([
      { canBeThanked: true },
    ])
  expect(await latestFor(await aCharityMember(ports, campaign.organization_id, 'editor'))).toEqual([])
})

test('thanks are for those who see donors: finance and support, not editors (accounts-13)', async () => {
  const thankAs = async (who: AccountViewer) => {
    const { id } = await aDonation(ports, campaign.id)
    return thankDonor(ports, who, aRequestContext(), { campaignId: campaign.id, donationId: id, message: 'Thank you.' })
  }
  for (const role of ['owner', 'admin', 'finance', 'donor-support'] as const)
    await expect(thankAs(await aCharityMember(ports, campaign.organization_id, role))).resolves.toBeUndefined()
  for (const who of [
    await aCharityMember(ports, campaign.organization_id, 'editor'),
    await aTeamMember(ports, campaign.id, 'editor'),
    await aTeamMember(ports, campaign.id, 'viewer'),
  ])
    await expect(thankAs(who)).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
})

test('editors and support of a charity get no figure, also not in forecast, steps or sources (accounts-13)', async () => {
  await aDonation(ports, campaign.id, { source: 'poster' })
  for (const role of ['editor', 'donor-support'] as const)
    expect(
      await dashboardOf(ports, await aCharityMember(ports, campaign.organization_id, role), {
        campaignId: campaign.id,
        period: 'all',
      }),
    ).toMatchObject({
      forecast: null,
      now: null,
      before: null,
      change: null,
      total: null,
      offline: null,
      steps: [],
      sources: [],
    })
  const finance = await aCharityMember(ports, campaign.organization_id, 'finance')
  expect((await dashboardOf(ports, finance, { campaignId: campaign.id, period: 'all' })).now).toMatchObject({
    donations: 1,
  })
})

test('a fundraiser paused by staff can’t mail anyone, and nothing suggests it', async () => {
  const donation = await aDonation(ports, campaign.id)
  expect((await dashboard()).tasks.map(({ task }) => task)).toContain('thank')
  await ports.db
    .updateTable('campaigns.campaign')
    .set({ status: 2, paused_by_staff_at: clock.now() } as never)
    .where('id', '=', campaign.id)
    .execute()
  const thanks = thankDonor(ports, organizer, aRequestContext(), {
    campaignId: campaign.id,
    donationId: donation.id,
    message: 'Call me at home',
  })
  await expect(thanks).rejects.toMatchObject({ code: 'fundraiser-paused-by-staff', status: 409 })
  const held = await dashboard()
  expect(held.latest).toMatchObject([{ id: donation.id, canBeThanked: false }])
  expect(held.tasks.map(({ task }) => task)).not.toContain('thank')
})

test('a donation without an email can’t be thanked for', async () => {
  const donation = await aDonation(ports, campaign.id, {}, { email: null })
  expect((await dashboard()).latest).toMatchObject([{ canBeThanked: false }])
  await expect(
    thankDonor(ports, organizer, aRequestContext(), {
      campaignId: campaign.id,
      donationId: donation.id,
      message: 'Thank you',
    }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('four figures with the previous period, sources and days of the charity’s zone, without others’ data', async () => {
  await aDonation(ports, (await aCampaign(ports)).id)
  const donorKey = Buffer.from('the same').toString('base64')
  await sql`insert into campaigns.view_count values (${campaign.id}, '2026-11-20', 40)`.execute(ports.db)
  await aDonation(ports, campaign.id, { gift: '3000', source: 'poster' }, { donorKey })
  await aDonation(ports, campaign.id, { gift: '5000', source: 'poster', referredDonor: 'TeamSana' }, { donorKey })
  const { now, before, change, steps, sources, total, offline } = await dashboard('7')
  expect(now).toEqual({ raised: 8000n, donations: 2, donors: 1, average: 4000n, views: 40, conversion: 50 })
  expect(before).toMatchObject({ raised: 0n, donations: 0, average: null, conversion: null })
  expect(change).toEqual({ raised: null, donors: null, average: null, conversion: null })
  expect(steps).toHaveLength(7)
  expect(steps.at(-1)).toEqual({ day: '2026-11-20', raised: 8000n, donations: 2, views: 40 })
  expect(sources).toEqual([
    { kind: 'referral', name: 'TeamSana', raised: 5000n, donations: 1, percentage: 62 },
    { kind: 'source', name: 'poster', raised: 3000n, donations: 1, percentage: 37 },
  ])
  expect([total?.raised, offline?.counted]).toEqual([0n, 0n])
  expect((await dashboard('all')).before).toBeNull()
})

test('the chart includes supporters’ pages; the four figures are for the page alone [content-16]', async () => {
  const below = { organization_id: campaign.organization_id }
  const team = await aCampaign(ports, { ...below, kind: 'team', parent_id: campaign.id, parent_kind: 'fundraiser' })
  const member = await aCampaign(ports, { ...below, kind: 'supporter', parent_id: team.id, parent_kind: 'team' })
  for (const { id } of [campaign, team, member]) await aDonation(ports, id, { gift: '3000' })
  const { now, steps, forecast } = await dashboard('7')
  expect(now).toMatchObject({ raised: 3000n, donations: 1 })
  expect(steps.at(-1)).toMatchObject({ raised: 9000n, donations: 3 })
  expect(forecast?.perDay).toBe(300n)
})

test('mails the organizer the donor’s email if a level requires one, once per line [S1 §6]', async () => {
  const [requires, plain] = [
    await aLevel(ports, campaign.id, { require_email: true, title: 'A call with the team' }),
    await aLevel(ports, campaign.id),
  ]
  const { intentId } = await aDonation(ports, campaign.id, {
    levelId: String(requires.id),
    levelEmail: 'yusuf@example.org',
    note: 'After Asr',
  })
  const { intentId: quiet } = await aDonation(ports, campaign.id, {
    levelId: String(plain.id),
    levelEmail: 'no@example.org',
  })
  for (let time = 0; time < 2; time++) await ports.write((tx) => mailLevelEmails(ports, tx, [intentId, quiet]))
  const sent = (await mails('level-claimed')).filter(({ to }) => to === organizer.email)
  expect(sent).toHaveLength(1)
  expect(sent[0]!.subject).toBe(
    'A donor chose “\u2068A call with the team\u2069” for \u2068Clean water for Tharparkar\u2069',
  )
  expect(sent[0]!.content.blocks[1]!.rows).toEqual([
    ['Giving level', 'A call with the team'],
    ['Donor', 'Amina Yusuf'],
    ['Email', 'yusuf@example.org'],
    ['Donation', '£20'],
    ['Note', 'After Asr'],
  ])
})

test('the organizer gets an email that a level asked for without requiring it', async () => {
  const level = await aLevel(ports, campaign.id, { include_email: true })
  const { intentId } = await aDonation(ports, campaign.id, {
    levelId: String(level.id),
    levelEmail: 'yusuf@example.org',
  })
  clock.move({ minutes: 1 })
  await aDonation(ports, campaign.id, { levelId: String(level.id), levelEmail: null })
  await ports.write((tx) => mailLevelEmails(ports, tx, [intentId]))
  expect((await claims()).claims.map(({ email }) => email)).toEqual([null, 'yusuf@example.org'])
  expect((await mails('level-claimed')).filter(({ to }) => to === organizer.email)).toHaveLength(1)
  const { csv } = await exportClaims(ports, organizer, aRequestContext(), { campaignId: campaign.id, state: 'all' })
  expect(cells(csv).map((row) => row['Email'])).toEqual(['', 'yusuf@example.org'])
})

test('mails the charity’s owners if there is no organizer', async () => {
  const orphan = await aCampaign(ports)
  const owner = await aCharityMember(ports, orphan.organization_id, 'owner')
  const level = await aLevel(ports, orphan.id, { require_email: true })
  const { intentId } = await aDonation(ports, orphan.id, { levelId: String(level.id), levelEmail: 'yusuf@example.org' })
  await ports.write((tx) => mailLevelEmails(ports, tx, [intentId]))
  expect((await mails('level-claimed')).filter(({ to }) => to === owner.email)).toHaveLength(1)
})

describe('claims', () => {
  test('keep what their level asked for at the time, after any change', async () => {
    const level = await aLevel(ports, campaign.id, { require_shipping: true, include_email: true })
    const request = {
      levelId: String(level.id),
      requestedLevelFields: requestedFieldsOf({ ...nothingAsked, requireShipping: true, includeEmail: true }),
    }
    const parcel = await aDonation(ports, campaign.id, { ...secret, ...request, shareAddress: false })
    await ports.write((tx) =>
      changeLevel(
        tx,
        { campaignId: campaign.id, levelId: level.id },
        { claim_limit: 0, require_shipping: false, include_email: false, require_email: true },
      ),
    )
    clock.move({ minutes: 1 })
    const now = await aDonation(ports, campaign.id, {
      ...secret,
      levelId: request.levelId,
      requestedLevelFields: requestedFieldsOf({ ...nothingAsked, requireEmail: true }),
      shareAddress: false,
    })
    expect((await claims()).claims).toMatchObject([
      { id: now.id, email: 'level@example.org', shipping: null, hasToSend: true },
      {
        id: parcel.id,
        email: 'level@example.org',
        shipping: { lines: ['1 King Street', 'Leicester LE1 1AA'] },
        hasToSend: true,
      },
    ])
    // Data that was optional when the donor gave it isn't shown or searched just because the level requires it now
    // [privacy-2].
    expect((await donations()).donations.map(({ email }) => email)).toEqual(['level@example.org', null])
    expect((await donations({ search: 'level@' })).donations.map(({ id }) => id)).toEqual([now.id])
    await ports.write((tx) =>
      changeLevel(tx, { campaignId: campaign.id, levelId: level.id }, { claim_limit: 0, require_email: false }),
    )
    expect((await claims()).claims.map(({ hasToSend }) => hasToSend)).toEqual([true, true])
    expect((await dashboard('all')).tasks).toContainEqual(expect.objectContaining({ task: 'fulfil', count: 2 }))
  })

  test('keep what their level asked for, and are closed once sent', async () => {
    const level = await aLevel(ports, campaign.id, { title: 'A scarf', require_shipping: true })
    const donation = await aDonation(ports, campaign.id, {
      ...secret,
      shareAddress: false,
      levelId: String(level.id),
      quantity: 2,
      note: 'Green',
    })
    await aDonation(ports, campaign.id)
    expect((await claims()).claims).toMatchObject([
      {
        id: donation.id,
        quantity: 2,
        note: 'Green',
        email: null,
        shipping: { name: 'Amina Yusuf', lines: ['1 King Street', 'Leicester LE1 1AA'], phone: '+447123456789' },
        sentAt: null,
      },
    ])
    await markClaim(ports, organizer, { campaignId: campaign.id, donationId: donation.id, isSent: true })
    await markClaim(ports, organizer, { campaignId: campaign.id, donationId: donation.id, isSent: true })
    expect((await claims()).claims).toEqual([])
    expect(await claims({ state: 'sent', level: String(level.id) })).toMatchObject({
      claims: [{ id: donation.id }],
      levels: [{ title: 'A scarf', donations: 1, sent: 1 }],
    })
    await markClaim(ports, organizer, { campaignId: campaign.id, donationId: donation.id, isSent: false })
    expect((await claims()).claims).toHaveLength(1)
    const plain = (await donations()).donations.find(({ level: title }) => title === null)!
    await expect(
      markClaim(ports, organizer, { campaignId: campaign.id, donationId: plain.id, isSent: true }),
    ).rejects.toMatchObject({ status: 404 })
  })

  const emergency = { emergencyContact: { name: 'Yusuf', phone: '+447123456780' }, medicalInformation: 'Penicillin' }
  const encryptedFields = () => encryptConfidential(ports.fieldKey, Buffer.alloc(12, 3), emergency).toString()
  const aTrip = async (id = campaign.id) => {
    const level = await aLevel(ports, id, { require_emergency_contact: true, require_medical: true })
    return aDonation(ports, id, { levelId: String(level.id), encryptedFields: encryptedFields() })
  }

  test('of a trip are opened one by one by organizer and owner, with an audit entry each', async () => {
    const donation = await aTrip()
    const { claims: shown, canReadEmergencyDetails } = await claims()
    expect([shown[0]!.hasEmergencyDetails, canReadEmergencyDetails]).toEqual([true, true])
    expect(toJson(shown)).not.toContain('Penicillin')
    const ids = { campaignId: campaign.id, donationId: donation.id }
    expect(await openEmergencyDetails(ports, organizer, aRequestContext(), ids)).toEqual(emergency)
    expect(
      await openEmergencyDetails(
        ports,
        await aCharityMember(ports, campaign.organization_id, 'owner'),
        aRequestContext(),
        ids,
      ),
    ).toEqual(emergency)
    expect(await entriesAbout(ports.db, `donation:${donation.id}`, 5)).toHaveLength(2)
    const finance = await aCharityMember(ports, campaign.organization_id, 'finance')
    await expect(openEmergencyDetails(ports, finance, aRequestContext(), ids)).rejects.toMatchObject({ status: 403 })
    await expect(
      openEmergencyDetails(ports, organizer, aRequestContext(), {
        ...ids,
        donationId: (await aDonation(ports, campaign.id)).id,
      }),
    ).rejects.toMatchObject({ status: 404 })
    const all = { campaignId: campaign.id, state: 'all' } as const
    expect(cells((await exportClaims(ports, organizer, aRequestContext(), all)).csv)).toContainEqual(
      expect.objectContaining({
        'Emergency contact': 'Yusuf',
        'Emergency phone': "'+447123456780",
        'Medical information': 'Penicillin',
      }),
    )
    expect((await exportClaims(ports, finance, aRequestContext(), all)).csv).not.toMatch(/Penicillin|Emergency/)
  })

  test('purge emergency contacts 90 days after the end, and nothing else', async () => {
    const now = clock.now().getTime()
    const ended = await aCampaign(ports, {
      ends_at: new Date(now - 91 * 86_400_000),
      created_at: new Date('2026-01-01T00:00:00Z'),
    })
    const recent = await aCampaign(ports, { ends_at: new Date(now - 89 * 86_400_000) })
    const [gone, stays] = [await aTrip(ended.id), await aTrip(recent.id)]
    await sql`update payments.intent set created_at = ${new Date(now - 200 * 86_400_000)} where id in (${gone.intentId}, ${stays.intentId})`.execute(
      ports.db,
    )
    const remaining = async (donation: { id: string; intentId: string }) =>
      (
        await sql<{ gift: boolean; line: string | null; amount: string }>`
        select d.encrypted_fields is not null as gift, i.order_details->'lines'->0->>'encryptedFields' as line, i.order_details->'lines'->0->>'gift' as amount
        from giving.donation d join payments.intent i on i.id = d.intent_id where d.id = ${donation.id}`.execute(
          ports.db,
        )
      ).rows[0]
    expect(await purgeEncryptedFields(ports)).toBe(1)
    expect(await remaining(gone)).toEqual({ gift: false, line: null, amount: '2000' })
    expect(await remaining(stays)).toMatchObject({ gift: true, line: encryptedFields() })
    expect(await purgeEncryptedFields(ports)).toBe(0)
  })
})
