import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { signToken, type Viewer } from '#modules/platform/identity/index.ts'
import { notificationPorts } from '#modules/platform/notifications/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { listReceipts } from './list-receipts.ts'
import { makeReceiptDocument } from './make-document.ts'
import { purgeStatements, makeMissingStatements, makeStatement } from './make-statement.ts'
import { findReceipt, insertVoid, liveReceiptsOf } from './queries/issued.ts'
import { receiptDocument, receiptsOfDonation } from './receipt-document.ts'
import { replaceReceipt } from './replace-receipt.ts'
import { requestStatement, listStatements, statementDocument } from './statements.ts'
import { aReceipt } from './testing.ts'

let database: TestDatabase
const clock = manualClock()
const secret = 'a secret of a test'
const made = () => ({
  ...notificationPorts(testPorts(database.database, clock.now), { mailFrom: 'Sunbul <giving@give.example.org>' }),
  tokenSecret: secret,
})
let ports: ReturnType<typeof made>
let staff: Viewer
beforeAll(async () => {
  database = await createTestDatabase({ max: 10 })
  ports = made()
  staff = (await aSession(ports, { roles: ['finance'] })).viewer
})
afterAll(() => database.drop())

const context = aRequestContext()
const notFound = { code: 'not-found', status: 404 }
const tokenOf = (intentId: string) =>
  signToken(secret, 'donation', intentId, new Date(clock.now().getTime() + 3_600_000))
const documentsOf = (receiptId: string) =>
  ports.db
    .selectFrom('receipts.document')
    .selectAll()
    .where('receipt_id', '=', receiptId)
    .orderBy('format')
    .orderBy('is_void')
    .execute()
const jobsOf = async (task: string, id: string) =>
  (await queuedJobs(ports.db, task)).filter(({ payload }) => JSON.stringify(payload).includes(id)).length

describe('a receipt’s document', () => {
  test('is made on the first request, which returns 202 and starts a job [receipts-11]', async () => {
    const { id, intentId, number } = await aReceipt(ports)
    const ask = (format: 'html' | 'pdf', acceptHeader = '*/*') =>
      receiptDocument(
        ports,
        { kind: 'anonymous' },
        { ...context, acceptHeader },
        { receiptId: id, format, token: tokenOf(intentId) },
      )
    const first = await ask('pdf', 'text/html,*/*')
    expect(first).toMatchObject({
      status: 202,
      result: { state: 'generating' },
      headers: { 'retry-after': '2', 'cache-control': 'no-store' },
    })
    expect(Buffer.from(first.file!.bytes).toString()).toContain('We’re preparing your document')
    expect((await ask('pdf')).file).toBe(undefined)
    expect(await jobsOf('receipts:make_document', id)).toBeGreaterThan(0)
    await makeReceiptDocument(ports, { receiptId: id })
    const pdf = await ask('pdf')
    expect(pdf.headers).toMatchObject({
      'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(pdf.file!.bytes).subarray(0, 5).toString()).toBe('%PDF-')
    const html = await ask('html')
    expect(html.file!.type).toBe('text/html; charset=utf-8')
    expect(html.headers!['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(Buffer.from(html.file!.bytes).toString()).toContain(number)
    expect(await ask('html')).toEqual(html)
  })

  test('is made once by concurrent workers, on a repeat, and after a worker died', async () => {
    const { id } = await aReceipt(ports)
    let isDead = false
    const dying = {
      ...ports,
      failpoint: () => {
        isDead = true
        return Promise.reject(new Error('the power went'))
      },
    }
    await expect(makeReceiptDocument(dying, { receiptId: id })).rejects.toThrow('the power went')
    expect([isDead, await documentsOf(id)]).toEqual([true, []])
    await Promise.all([1, 2, 3].map(() => makeReceiptDocument(ports, { receiptId: id })))
    const stored = await documentsOf(id)
    await makeReceiptDocument(ports, { receiptId: id })
    expect(await documentsOf(id)).toEqual(stored)
    expect(stored.map(({ format, is_void }) => [format, is_void])).toEqual([
      ['html', false],
      ['pdf', false],
    ])
    for (const { bytes, sha256 } of stored) expect(createHash('sha256').update(bytes).digest()).toEqual(sha256)
  })

  test('is stored with the hash of its bytes or not at all, and never changes', async () => {
    const { id } = await aReceipt(ports)
    await expect(
      sql`insert into receipts.document values (${id}, 'pdf', false, 'a'::bytea, 'b'::bytea, 'x', now())`.execute(
        ports.db,
      ),
    ).rejects.toMatchObject({
      code: '23514',
    })
    await makeReceiptDocument(ports, { receiptId: id })
    for (const change of [
      `update receipts.document set format = format`,
      'delete from receipts.document',
      'truncate receipts.document',
    ])
      for (const url of [database.url, database.ownerUrl])
        await expect(once(url, change)).rejects.toMatchObject({ code: '42501' })
  })

  test('is for its donor, and no one else learns that it exists [security-3] [S1 §6]', async () => {
    const [userA, userB] = [(await aSession(ports)).viewer, (await aSession(ports)).viewer]
    const [guestA, guestB] = [ports.newId(), ports.newId()]
    const ofUser = await aReceipt(ports, { donor: { accountId: userA.accountId, email: userA.email } })
    const ofGuest = await aReceipt(ports, { donor: { guestId: guestA } })
    const guest = (guestId: string): Viewer => ({ kind: 'guest', guestId })
    const ask = (viewer: Viewer, receiptId: string, token?: string) =>
      receiptDocument(ports, viewer, context, { receiptId, format: 'html', token })
    for (const [viewer, receipt] of [
      [userA, ofUser],
      [guest(guestA), ofGuest],
    ] as const)
      expect((await ask(viewer, receipt.id)).status).toBe(202)
    expect((await ask({ kind: 'anonymous' }, ofGuest.id, tokenOf(ofGuest.intentId))).status).toBe(202)
    for (const viewer of [
      userB,
      staff,
      guest(guestA),
      guest(guestB),
      guest(userA.accountId),
      { kind: 'anonymous' } as const,
    ])
      await expect(ask(viewer, ofUser.id)).rejects.toMatchObject(notFound)
    for (const viewer of [userA, userB, guest(guestB), { kind: 'anonymous' } as const])
      await expect(ask(viewer, ofGuest.id)).rejects.toMatchObject(notFound)
    for (const token of [
      tokenOf(ofUser.intentId),
      signToken(secret, 'guest', ofGuest.intentId, new Date('2030-01-01')),
      signToken('another', 'donation', ofGuest.intentId, new Date('2030-01-01')),
      '',
    ])
      await expect(ask({ kind: 'anonymous' }, ofGuest.id, token)).rejects.toMatchObject(notFound)
    for (const nothing of [ports.newId(), 'not an id'])
      await expect(ask(userA, nothing)).rejects.toMatchObject(notFound)
    await expect(
      receiptsOfDonation(ports, { intentId: ofGuest.intentId, token: tokenOf(ofUser.intentId) }),
    ).rejects.toMatchObject(notFound)
    expect(await receiptsOfDonation(ports, { intentId: ofGuest.intentId, token: tokenOf(ofGuest.intentId) })).toEqual({
      receipts: [{ id: ofGuest.id, number: ofGuest.number, organization: 'Umeed Trust' }],
    })
  })
})

describe('a replacement', () => {
  const replace = (receiptId: string, over: Partial<Parameters<typeof replaceReceipt>[3]> = {}, viewer = staff) =>
    replaceReceipt(ports, viewer, '192.0.2.1', { receiptId, reason: 'the name was wrong', ...over })

  test('voids and names the old receipt, is emailed and audited, and the old one doesn’t change', async () => {
    const old = await aReceipt(ports)
    await makeReceiptDocument(ports, { receiptId: old.id })
    const before = await findReceipt(ports.db, old.id)
    const { id, number } = await replace(old.id, { name: 'Amina Yusuf Khan' })
    const replacement = await findReceipt(ports.db, id)
    expect(replacement).toMatchObject({
      number,
      revision: 2,
      voidedAt: null,
      snapshot: { donor: { name: 'Amina Yusuf Khan' }, gift: '20.00', replaces: { number: old.number } },
    })
    expect(await findReceipt(ports.db, old.id)).toEqual({ ...before, voidedAt: clock.now() })
    const [donation] = replacement!.snapshot.lines
    expect(await liveReceiptsOf(ports.db, [donation!.donationId])).toEqual(
      new Map([[donation!.donationId, { id, number }]]),
    )
    expect(await entriesAbout(ports.db, `receipt:${old.id}`, 5)).toMatchObject([
      {
        act: 'receipts.receipt-replaced',
        details: { reason: 'the name was wrong', number: old.number, replacement: number, corrected: ['name'] },
      },
    ])
    const [mail] = await ports.db
      .selectFrom('notifications.mail')
      .selectAll()
      .where('message_id', '=', `<receipt.${number}@give.example.org>`)
      .execute()
    expect(mail).toMatchObject({
      subject: expect.stringContaining('Your corrected receipt'),
      content: expect.anything(),
    })
    expect(JSON.stringify(mail!.content)).toContain(old.number)
    await makeReceiptDocument(ports, { receiptId: old.id })
    const documents = await documentsOf(old.id)
    expect(documents.map((document) => [document.format, document.is_void])).toEqual([
      ['html', false],
      ['html', true],
      ['pdf', false],
      ['pdf', true],
    ])
    expect(documents[0]!.bytes.toString()).not.toContain('is not valid')
    expect(documents[1]!.bytes.toString()).toContain('This receipt was cancelled on 20 November 2026 and is not valid.')
  })

  test('can correct the address, which makes a Canadian receipt official, and refuses an incomplete one', async () => {
    const organization = await anOrganization(ports, {
      receipt_regime: 'ca',
      country: 'CA',
      time_zone: 'America/Toronto',
      receipt_signatory: 'Layla Haddad',
    })
    const campaign = await aCampaign(ports, { organization_id: organization.id, currency: 'CAD' })
    const old = await aReceipt(ports, { campaignId: campaign.id, currency: 'CAD', lines: [{ taxReceipt: true }] })
    const address = {
      firstName: 'Amina',
      lastName: 'Yusuf',
      line1: '1 King Street',
      city: 'Toronto',
      state: 'ON',
      postalCode: 'M5V 2T6',
      country: 'CA',
    }
    await expect(replace(old.id, { address: { ...address, postalCode: '1' } })).rejects.toMatchObject({
      fields: { 'address.postalCode': { code: 'postal-code-invalid' } },
    })
    const { id } = await replace(old.id, { address })
    expect((await findReceipt(ports.db, id))!.snapshot).toMatchObject({
      kind: 'official',
      donor: { name: 'Amina Yusuf', address },
      sentences: expect.arrayContaining([`This receipt cancels and replaces receipt ${old.number}.`]),
    })
    const renamed = await replace(id, { name: 'Amina Y. Khan' })
    expect((await findReceipt(ports.db, renamed.id))!.snapshot).toMatchObject({
      kind: 'official',
      donor: { name: 'Amina Y. Khan', address: { line1: '1 King Street' } },
    })
  })

  test('happens once for concurrent requests, without number gaps, and with one live receipt per donation', async () => {
    const campaign = await aCampaign(ports)
    const old = await Promise.all(Array.from({ length: 6 }, () => aReceipt(ports, { campaignId: campaign.id })))
    const outcomes = await Promise.allSettled([
      ...old.flatMap(({ id }) => [replace(id), replace(id)]),
      ...Array.from({ length: 6 }, () => aReceipt(ports, { campaignId: campaign.id })),
    ])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'receipt-replaced', status: 409 })
    const rows = await ports.db
      .selectFrom('receipts.receipt')
      .select('serial')
      .where('issuer_id', '=', campaign.organization_id)
      .orderBy('serial')
      .execute()
    expect(rows.map((row) => Number(row.serial))).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
    for (const check of ['q4', 'q7']) {
      const text = readFileSync(new URL(`../../../database/checks/${check}.sql`, import.meta.url), 'utf8')
      expect((await once(database.ownerUrl, text)).rows).toEqual([])
    }
  })

  test('requires staff and an existing receipt', async () => {
    const old = await aReceipt(ports, { donor: { accountId: null } })
    await expect(replace(old.id, {}, (await aSession(ports)).viewer)).rejects.toMatchObject({ status: 403 })
    for (const nothing of [ports.newId(), 'nothing']) await expect(replace(nothing)).rejects.toMatchObject(notFound)
    await replace(old.id)
    await expect(replace(old.id)).rejects.toMatchObject({ status: 409 })
  })

  test('covers the donations to its own charity, also if the payment went to several', async () => {
    const [one, other] = [await aCampaign(ports), await aCampaign(ports)]
    const { intentId } = await aReceipt(ports, {
      lines: [{ campaignId: String(one.id) }, { campaignId: String(other.id), gift: '700' }],
    })
    const valueOf = async (organizationId: bigint) =>
      ports.db
        .selectFrom('receipts.receipt')
        .select(['id', 'number'])
        .where('intent_id', '=', intentId)
        .where('issuer_id', '=', organizationId)
        .execute()
    const [first, second] = [await valueOf(one.organization_id), await valueOf(other.organization_id)]
    const { id } = await replace(second[0]!.id)
    expect((await findReceipt(ports.db, id))!.snapshot).toMatchObject({
      gift: '7.00',
      lines: [{ campaignId: String(other.id) }],
    })
    const { receipts } = await receiptsOfDonation(ports, { intentId, token: tokenOf(intentId) })
    expect(receipts.map((receipt) => receipt.id).toSorted()).toEqual([first[0]!.id, id].toSorted())
  })

  test('is refused if a refund came first, and the receipt stays as the refund left it', async () => {
    const { id, intentId } = await aReceipt(ports)
    const { rows } = await once(
      database.ownerUrl,
      `insert into giving.refunded_amount (donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at)
       select id, gift, tip, covered_fee, processing_fee, zakat_eligible, true, now() from giving.donation where intent_id = '${intentId}' returning donation_id`,
    )
    await expect(replace(id)).rejects.toMatchObject({ code: 'receipt-replaced', status: 409 })
    expect((await findReceipt(ports.db, id))!.voidedAt).toBe(null)
    // The refund voids it, so there is no receipt to link to from the list or the thank-you page.
    await ports.write((tx) => insertVoid(tx, id, 'refunded', clock.now()))
    expect(await liveReceiptsOf(ports.db, [rows[0]!.donation_id])).toEqual(new Map())
    expect(await receiptsOfDonation(ports, { intentId, token: tokenOf(intentId) })).toEqual({ receipts: [] })
  })

  test('can be replaced itself', async () => {
    const old = await aReceipt(ports)
    const second = await replace(old.id)
    const third = await replace(second.id)
    expect((await findReceipt(ports.db, third.id))!).toMatchObject({
      revision: 3,
      snapshot: { replaces: { number: second.number } },
    })
  })
})

describe('a yearly statement', () => {
  test('counts a donor’s live receipts, is made and emailed once, and again after another donation [receipts-12]', async () => {
    const { viewer } = await aSession(ports)
    const donor = { accountId: viewer.accountId, email: viewer.email }
    const old = await aReceipt(ports, { donor })
    await aReceipt(ports, { donor, lines: [{ isZakat: true }] })
    await aReceipt(ports, { donor: { accountId: (await aSession(ports)).viewer.accountId } })
    await replaceReceipt(ports, staff, '192.0.2.1', { receiptId: old.id, reason: 'the name was wrong' })
    const list = async () => (await listStatements(ports, viewer, 'en')).statements
    expect(await list()).toMatchObject([
      {
        regime: 'uk',
        year: 2026,
        label: '2026-27',
        from: '2026-04-06',
        to: '2027-04-05',
        receipts: 2,
        isComplete: false,
        state: 'none',
      },
    ])
    const { id } = await requestStatement(ports, viewer, 'en', { regime: 'uk', year: 2026 })
    expect(await requestStatement(ports, viewer, 'en', { regime: 'uk', year: 2026 })).toEqual({ id })
    expect(await list()).toMatchObject([{ id, state: 'generating' }])
    expect((await statementDocument(ports, viewer, context, { statementId: id, format: 'csv' })).status).toBe(202)
    await expect(
      makeStatement({ ...ports, failpoint: () => Promise.reject(new Error('the power went')) }, { statementId: id }),
    ).rejects.toThrow('the power went')
    await Promise.all([1, 2].map(() => makeStatement(ports, { statementId: id })))
    await makeStatement(ports, { statementId: id })
    expect(await list()).toMatchObject([{ id, state: 'ready' }])
    const csv = await statementDocument(ports, viewer, context, { statementId: id, format: 'csv' })
    expect(csv.headers).toMatchObject({ 'content-disposition': 'attachment; filename="statement-uk-2026-27.csv"' })
    const text = Buffer.from(csv.file!.bytes).toString()
    expect(text.split('\r\n')).toHaveLength(4)
    expect(text).not.toContain(old.number)
    const pdf = await statementDocument(ports, viewer, context, { statementId: id, format: 'pdf' })
    expect(Buffer.from(pdf.file!.bytes).subarray(0, 5).toString()).toBe('%PDF-')
    const mails = await ports.db
      .selectFrom('notifications.mail')
      .selectAll()
      .where('kind', '=', 'statement')
      .where('to_address', '=', viewer.email)
      .execute()
    expect(mails).toMatchObject([
      { subject: 'Your statement is ready: UK tax year 2026-27', content: expect.anything() },
    ])
    expect(JSON.stringify(mails[0]!.content)).toContain('/account/receipts')
    await aReceipt(ports, { donor })
    expect(await list()).toMatchObject([{ receipts: 3, state: 'none', id: null }])
  })

  test('is emailed to a proven email only, and otherwise appears on the account’s page [accounts-4]', async () => {
    const { viewer } = await aSession(ports, { isConfirmed: false })
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const { id } = await requestStatement(ports, viewer, 'en', { regime: 'uk', year: 2026 })
    await makeStatement(ports, { statementId: id })
    expect((await listStatements(ports, viewer, 'en')).statements).toMatchObject([{ id, state: 'ready' }])
    expect(
      await ports.db.selectFrom('notifications.mail').select('kind').where('to_address', '=', viewer.email).execute(),
    ).toEqual([])
  })

  test('has a daily limit, also for concurrent requests, and an existing one can be requested again [receipts-12]', async () => {
    const { viewer } = await aSession(ports)
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const askAs = (firstName: string, position = ports) =>
      requestStatement(position, { ...viewer, firstName }, 'en', { regime: 'uk', year: 2026 })
    const results = await Promise.allSettled(Array.from({ length: 22 }, (_, n) => askAs(`Amina ${n}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(askAs('Amina once more')).rejects.toMatchObject({ code: 'too-many-statements', status: 429 })
    const nth = results.findIndex(({ status }) => status === 'fulfilled')
    expect(await askAs(`Amina ${nth}`)).toEqual((results[nth] as PromiseFulfilledResult<{ id: string }>).value)
    await askAs('Amina once more', { ...ports, clock: () => new Date(clock.now().getTime() + 25 * 3_600_000) })
  })

  test('is deleted a day after a newer one of its year and language was requested', async () => {
    const { viewer } = await aSession(ports)
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const later = (hours: number) => ({ ...ports, clock: () => new Date(clock.now().getTime() + hours * 3_600_000) })
    const make = async (hours: number, firstName: string, locale: 'en' | 'ar' = 'en') => {
      const { id } = await requestStatement(later(hours), { ...viewer, firstName }, locale, {
        regime: 'uk',
        year: 2026,
      })
      await makeStatement(later(hours), { statementId: id })
      return id
    }
    const kept = async (hours: number) => {
      await purgeStatements(later(hours))
      const rows = await ports.db
        .selectFrom('receipts.statement as s')
        .innerJoin('receipts.statement_document as d', 'd.statement_id', 's.id')
        .select('s.id')
        .distinct()
        .where('s.account_id', '=', viewer.accountId)
        .execute()
      return rows.map(({ id }) => id).sort()
    }
    const [first, second, arabic] = [await make(0, 'Amina'), await make(1, 'Aminah'), await make(0, 'Amina', 'ar')]
    expect(await make(2, 'Amina')).toBe(first)
    expect(await kept(24)).toEqual([first, second, arabic].sort())
    expect(await kept(26)).toEqual([first, arabic].sort())
    expect(await kept(1000)).toEqual([first, arabic].sort())
  })

  test('is queued again minutes after its worker died, and a finished one isn’t', async () => {
    const { viewer } = await aSession(ports)
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const { id } = await requestStatement(ports, viewer, 'en', { regime: 'uk', year: 2026 })
    const queuedIn = async (minutes: number): Promise<number> => {
      const before = await jobsOf('receipts:make_statement', id)
      await makeMissingStatements({ ...ports, clock: () => new Date(clock.now().getTime() + minutes * 60_000) })
      return (await jobsOf('receipts:make_statement', id)) - before
    }
    expect([await queuedIn(1), await queuedIn(3), await queuedIn(25 * 60)]).toEqual([0, 1, 0])
    await makeStatement(ports, { statementId: id })
    expect(await queuedIn(3)).toBe(0)
  })

  test('is shown as failed if it failed, and is made again on request', async () => {
    const { viewer } = await aSession(ports)
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const later = (hours: number) => ({ ...ports, clock: () => new Date(clock.now().getTime() + hours * 3_600_000) })
    const ask = (hours: number) => requestStatement(later(hours), viewer, 'en', { regime: 'uk', year: 2026 })
    const state = async (hours: number) => (await listStatements(later(hours), viewer, 'en')).statements[0]!.state
    const { id } = await ask(0)
    expect([await state(23), await state(25)]).toEqual(['generating', 'failed'])
    expect(await ask(25)).toEqual({ id })
    expect(await state(26)).toBe('generating')
    await makeMissingStatements(later(26))
    await makeStatement(later(26), { statementId: id })
    expect(await state(50)).toBe('ready')
  })

  test('belongs to its account only, and doesn’t exist for a year without donations', async () => {
    const [mine, theirs] = [(await aSession(ports)).viewer, (await aSession(ports)).viewer]
    await aReceipt(ports, { donor: { accountId: mine.accountId } })
    const { id } = await requestStatement(ports, mine, 'en', { regime: 'uk', year: 2026 })
    await makeStatement(ports, { statementId: id })
    for (const statementId of [id, ports.newId(), 'nothing'])
      await expect(statementDocument(ports, theirs, context, { statementId, format: 'pdf' })).rejects.toMatchObject(
        notFound,
      )
    await expect(requestStatement(ports, theirs, 'en', { regime: 'uk', year: 2026 })).rejects.toMatchObject(notFound)
    await expect(requestStatement(ports, mine, 'en', { regime: 'us', year: 2026 })).rejects.toMatchObject(notFound)
    expect((await listStatements(ports, theirs, 'en')).statements).toEqual([])
  })

  test('is complete once its year is over everywhere', async () => {
    const { viewer } = await aSession(ports)
    await aReceipt(ports, { donor: { accountId: viewer.accountId } })
    const isCompleteOn = async (instant: string) =>
      (await listStatements({ ...ports, clock: () => new Date(instant) }, viewer, 'en')).statements[0]!.isComplete
    expect([await isCompleteOn('2027-04-06T11:59:59Z'), await isCompleteOn('2027-04-06T12:00:00Z')]).toEqual([
      false,
      true,
    ])
  })
})

test('an account’s receipts are listed newest first, page by page', async () => {
  const { viewer } = await aSession(ports)
  const numbers: string[] = []
  for (let count = 0; count < 3; count++) {
    clock.move({ seconds: 1 })
    numbers.unshift((await aReceipt(ports, { donor: { accountId: viewer.accountId } })).number)
  }
  const first = await listReceipts(ports, viewer.accountId, { limit: 2 })
  expect(first.receipts.map((receipt) => receipt.number)).toEqual(numbers.slice(0, 2))
  expect(first.receipts[0]).toMatchObject({
    organization: 'Umeed Trust',
    currency: 'GBP',
    gift: 2000n,
    givenOn: '2026-11-20',
    kind: 'plain',
  })
  const rest = await listReceipts(ports, viewer.accountId, { limit: 2, before: first.next! })
  expect([rest.receipts.map((receipt) => receipt.number), rest.next]).toEqual([numbers.slice(2), null])
  // An invalid cursor starts from the beginning.
  for (const before of ['', 'x', '1_x', `1_${'-'.repeat(36)}`, `1_00000000${'-'.repeat(28)}`])
    expect((await listReceipts(ports, viewer.accountId, { limit: 2, before })).receipts).toEqual(first.receipts)
})

test.each(['receipts.receipt', 'receipts.line', 'receipts.void'])('%s can’t be truncated', async (table) => {
  for (const url of [database.url, database.ownerUrl])
    await expect(once(url, `truncate ${table} cascade`)).rejects.toMatchObject({ code: '42501' })
})

async function once(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
