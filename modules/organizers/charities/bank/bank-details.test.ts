import { afterAll, beforeAll, expect, test } from 'vitest'
import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import { updateOrganization } from '#modules/causes/organizations/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { hourMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const account = (over: object = {}) => ({
  accountName: 'Rahma Relief',
  accountClass: 'business',
  accountType: 'checking',
  currency: 'GBP',
  country: 'GB',
  iban: 'GB29NWBK60161331926819',
  ...over,
})
type Entry = { id: string; state: string; lastFour: string; needsStaff: boolean; isOwnEntry: boolean }
const detailsOf = (answer: { readonly body: object }) => (answer.body as { details: Entry[] }).details

async function aVerified(name: string) {
  const charity = await aSignedUpCharity(installation, { name })
  await installation.app.write((tx) =>
    updateOrganization(tx, BigInt(charity.id), {
      verification_state: 'verified',
      verified_at: installation.app.clock(),
      verified_until: new Date(installation.app.clock().getTime() + 300 * 24 * hourMs),
    }),
  )
  return { ...charity, bank: `${charity.path}/bank-details` }
}

const mailsOf = async (charity: string, subject: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .selectAll()
      .where('kind', '=', subject)
      .orderBy('created_at', 'desc')
      .execute()
  ).filter((mail) => JSON.stringify(mail).includes(charity))

test('another member approves bank details, any owner stops them for 72 hours, then they are used (payments-25)', async () => {
  const charity = await aVerified('Bank Relief')
  const finance = await aMemberOf(installation, charity.id, 'finance')
  const put = await ask(installation, finance.token, 'PUT', charity.bank, account({ accountName: 'Bank Relief' }))
  expect(put.status).toBe(200)
  expect(put.text).not.toContain('NWBK')
  const [entry] = detailsOf(put)
  expect(entry).toMatchObject({ state: 'pending', lastFour: '6819', needsStaff: false, isOwnEntry: true })
  const decision = `${charity.bank}/${entry!.id}/decision`
  const own = await ask(installation, finance.token, 'POST', decision, { decision: 'approve' })
  expect([own.status, own.text.includes('Another person')]).toEqual([409, true])
  const editor = await aMemberOf(installation, charity.id, 'editor')
  expect((await ask(installation, editor.token, 'GET', charity.bank)).status).toBe(403)
  const approved = await ask(installation, charity.token, 'POST', decision, { decision: 'approve' })
  expect(detailsOf(approved)[0]).toMatchObject({ state: 'pending' })
  expect((await ask(installation, charity.token, 'POST', decision, { decision: 'approve' })).status).toBe(409)
  expect(await mailsOf('Bank Relief', 'charity-bank-entered')).toHaveLength(1)
  const [mail] = await mailsOf('Bank Relief', 'charity-bank-approved')
  const code = /charity-bank\?code=([\w-]+)/.exec(JSON.stringify(mail))![1]!
  const stop = `/v4/bank-details-stops/${code}`
  expect((await ask(installation, '', 'GET', stop)).body).toMatchObject({ name: 'Bank Relief', lastFour: '6819' })
  expect((await ask(installation, '', 'POST', stop)).status).toBe(200)
  expect((await ask(installation, '', 'POST', stop)).status).toBe(404)
  expect(detailsOf(await ask(installation, charity.token, 'GET', charity.bank))[0]).toMatchObject({ state: 'rejected' })
  // The second entry is approved, and no owner stops it.
  const next = detailsOf(
    await ask(installation, finance.token, 'PUT', charity.bank, account({ accountName: 'Bank Relief' })),
  )
  await ask(installation, charity.token, 'POST', `${charity.bank}/${next[0]!.id}/decision`, { decision: 'approve' })
  await installation.app.db
    .updateTable('organizations.bank_details')
    .set({ active_from: installation.app.clock() })
    .where('id', '=', next[0]!.id)
    .execute()
  expect(detailsOf(await ask(installation, charity.token, 'GET', charity.bank))[0]).toMatchObject({ state: 'active' })
  const rows = await installation.app.db.selectFrom('organizations.bank_details').select('numbers').execute()
  for (const { numbers } of rows) expect(numbers.toString('latin1')).not.toContain('60161331926819')
})

test('staff decides if no other member may or the holder’s name differs, never on their own details (payments-25)', async () => {
  const alone = await aVerified('Alone Relief')
  const [entry] = detailsOf(
    await ask(installation, alone.token, 'PUT', alone.bank, account({ accountName: 'Alone Relief' })),
  )
  expect(entry).toMatchObject({ needsStaff: true })
  const other = await aVerified('Names Relief')
  const admin = await aMemberOf(installation, other.id, 'admin')
  const [differs] = detailsOf(
    await ask(installation, admin.token, 'PUT', other.bank, account({ accountName: 'Zubair Kholi' })),
  )
  expect(differs).toMatchObject({ needsStaff: true })
  const asMember = await ask(installation, other.token, 'POST', `${other.bank}/${differs!.id}/decision`, {
    decision: 'approve',
  })
  expect(asMember.status).toBe(409)
  const { token } = await aSession(installation.app, { roles: ['finance'] })
  const { body } = await ask(installation, token, 'GET', '/v4/staff/bank-details')
  expect((body as unknown as { details: { id: string; score: number }[] }).details.map(({ id }) => id)).toEqual([
    entry!.id,
    differs!.id,
  ])
  const decision = `/v4/staff/bank-details/${differs!.id}/decision`
  expect((await ask(installation, token, 'POST', decision, { decision: 'reject' })).status).toBe(200)
  expect(detailsOf(await ask(installation, other.token, 'GET', other.bank))[0]).toMatchObject({ state: 'rejected' })
})

test('bank details need a verified charity and right numbers, at most three times a day (payments-25)', async () => {
  const draft = await aSignedUpCharity(installation, { name: 'Draft Relief' })
  expect((await ask(installation, draft.token, 'PUT', `${draft.path}/bank-details`, account())).text).toContain(
    'verify-first',
  )
  const charity = await aVerified('Limits Relief')
  const wrong = await ask(installation, charity.token, 'PUT', charity.bank, account({ iban: 'GB29NWBK60161331926818' }))
  expect([wrong.status, wrong.text.includes('6018'), wrong.text.includes('IBAN')]).toEqual([400, false, true])
  for (let n = 0; n < 3; n += 1)
    expect((await ask(installation, charity.token, 'PUT', charity.bank, account())).status).toBe(200)
  const states = detailsOf(await ask(installation, charity.token, 'GET', charity.bank)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['pending', 'replaced', 'replaced'])
  expect((await ask(installation, charity.token, 'PUT', charity.bank, account())).status).toBe(429)
})

test('requirementsCheck says in sentences what is missing for a payout (payments-25)', async () => {
  const charity = await aVerified('Payout Relief')
  const fund = (await generalFundOf(installation.app.db, BigInt(charity.id)))!
  const check = () =>
    ask(installation, charity.token, 'POST', '/api/projectadmin/requirementsCheck', { id: fund.id.toString() })
  const payout = async () =>
    ((await check()).body as unknown as { payout: { ready: boolean; missing: { code: string; message: string }[] } })
      .payout
  expect(await payout()).toMatchObject({
    ready: false,
    missing: [{ field: 'bankDetails', code: 'payout-bank-missing', message: 'Bank details for GBP are missing.' }],
  })
  const finance = await aMemberOf(installation, charity.id, 'finance')
  const [entry] = detailsOf(
    await ask(installation, finance.token, 'PUT', charity.bank, account({ accountName: 'Payout Relief' })),
  )
  expect((await payout()).missing.map(({ code }) => code)).toEqual(['payout-bank-pending'])
  await ask(installation, charity.token, 'POST', `${charity.bank}/${entry!.id}/decision`, { decision: 'approve' })
  expect((await payout()).missing.map(({ code }) => code)).toEqual(['payout-bank-waiting', 'payout-hold'])
  await installation.app.db
    .updateTable('organizations.bank_details')
    .set({ active_from: installation.app.clock() })
    .where('id', '=', entry!.id)
    .execute()
  expect(await payout()).toEqual({ ready: true, missing: [] })
})
