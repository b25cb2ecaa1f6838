import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { dayMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { remindOfEvidence } from './alerts/remind-of-evidence.ts'
import { handleRefundWebhooks, sweepRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let desk: ReturnType<typeof refundHelpers>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  desk = refundHelpers(installation)
})
afterAll(() => installation.close())

async function anAccount({ roles = [], locale = 'en' }: { roles?: string[]; locale?: 'en' | 'ar' }) {
  const { viewer } = await aSession(installation.app, { roles, isConfirmed: true })
  await installation.app.db.updateTable('identity.account').set({ locale }).where('id', '=', viewer.accountId).execute()
  return viewer
}
const yesterday = () => new Date(installation.app.clock().getTime() - dayMs)
const mails = () =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'to_address as to', 'subject', 'content'])
    .where('kind', 'like', 'dispute-%')
    .execute()

test('a dispute is mailed at once and once to finance staff and to owners and finance members of the charity', async () => {
  const campaign = await aCampaign(installation.app, { name: 'Wells for Kasbo' })
  const { organization_id: organizationId } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('organization_id')
    .where('id', '=', campaign.id)
    .executeTakeFirstOrThrow()
  const staff = await anAccount({ roles: ['finance'] })
  const reviewer = await anAccount({ roles: ['reviewer'] })
  const members: Record<string, string> = {}
  for (const [role, locale] of [
    ['owner', 'en'],
    ['finance', 'ar'],
    ['editor', 'en'],
    ['donor-support', 'en'],
  ] as const) {
    const { accountId, email } = await anAccount({ locale })
    members[role] = email
    await installation.app.write((tx) =>
      insertMembers(tx, [{ organizationId, accountId, role: role as MemberRole, at: installation.app.clock() }]),
    )
  }
  const { intentId } = await desk.donation(campaign.id)
  await installation.sandbox!.gateway.openDispute(await desk.chargeOf(intentId))
  const objectId = await desk.providerIdOf(intentId)
  for (const nth of [1, 2, 3])
    await recordWebhook(installation.app, {
      provider: 'sandbox',
      eventId: `evt_dispute_${nth}`,
      kind: 'charge.dispute.created',
      objectId,
      at: installation.app.clock(),
    })
  await Promise.all([handleRefundWebhooks(installation.app), handleRefundWebhooks(installation.app)])
  await sweepRefunds(installation.app, yesterday())
  const sent = await mails()
  expect(new Map(sent.map(({ to, kind }) => [to, kind]))).toEqual(
    new Map([
      [staff.email, 'dispute-opened-staff'],
      [members.owner, 'dispute-opened-charity'],
      [members.finance, 'dispute-opened-charity'],
    ]),
  )
  expect(sent).toHaveLength(3)
  expect(sent.map(({ to }) => to)).not.toContain(reviewer.email)
  const mailTo = (email: string | undefined) => JSON.stringify(sent.find(({ to }) => to === email))
  expect(mailTo(staff.email)).toMatch(/£23\.20.*Wells for Kasbo.*Submit the evidence/)
  expect(mailTo(staff.email)).toContain(`/staff/donations/${intentId}`)
  expect(mailTo(members.owner)).toMatch(/£20\.00.*Wells for Kasbo/)
  expect(mailTo(members.finance)).toMatch(/اعتراض على تبرع/)
  for (const email of [members.owner, members.finance]) expect(mailTo(email)).not.toMatch(/Bilal|guest-/)
})

test('a charity learns of all its fundraisers in a disputed basket, with their sum', async () => {
  const wells = await aCampaign(installation.app, { name: 'Wells for Kasbo' })
  const { organization_id } = wells
  const school = await aCampaign(installation.app, { name: 'A school for Kasbo', organization_id })
  const elsewhere = await aCampaign(installation.app, { name: 'Coats for Zaatari' })
  const { accountId, email } = await anAccount({})
  await installation.app.write((tx) =>
    insertMembers(tx, [{ organizationId: organization_id, accountId, role: 'owner', at: installation.app.clock() }]),
  )
  const ids = [wells.id, school.id, elsewhere.id]
  const { intentId } = await desk.basketDonation(ids, { currency: 'GBP', amount: 3000, tip: 500 })
  await installation.sandbox!.gateway.openDispute(await desk.chargeOf(intentId))
  await sweepRefunds(installation.app, yesterday())
  const mail = JSON.stringify((await mails()).find(({ to }) => to === email))
  expect(mail).toMatch(/£60\.00.*Wells for Kasbo.*A school for Kasbo/)
  expect(mail).not.toContain('Zaatari')
})

test('a dispute that the books can’t record is mailed, too, and an inquiry isn’t', async () => {
  const campaign = await aCampaign(installation.app)
  const { intentId } = await desk.donation(campaign.id)
  await installation.sandbox!.gateway.openDispute(await desk.chargeOf(intentId))
  const dispute = [...installation.sandbox!.gateway.store.disputes.values()].at(-1)!
  // An amount that the donation doesn't have can't be recorded.
  installation.sandbox!.gateway.store.save('dispute', dispute.id, { ...dispute, amount: 999_999 })
  const before = (await mails()).length
  await sweepRefunds(installation.app, yesterday())
  await sweepRefunds(installation.app, yesterday())
  expect((await mails()).length).toBe(before + 1)
  const { intentId: asked } = await desk.donation(campaign.id)
  const inquiry = await installation.sandbox!.gateway.openDispute(await desk.chargeOf(asked))
  installation.sandbox!.gateway.store.save('dispute', inquiry.id, { ...inquiry, status: 'warning_needs_response' })
  await sweepRefunds(installation.app, yesterday())
  expect((await mails()).length).toBe(before + 1)
})

test('three days before the evidence is due, staff and the charity are reminded once, unless it was submitted', async () => {
  const campaign = await aCampaign(installation.app, { name: 'Books for Kasbo' })
  const { accountId, email } = await anAccount({})
  await installation.app.write((tx) =>
    insertMembers(tx, [
      { organizationId: campaign.organization_id, accountId, role: 'owner', at: installation.app.clock() },
    ]),
  )
  const { intentId } = await desk.donation(campaign.id)
  const dispute = await installation.sandbox!.gateway.openDispute(await desk.chargeOf(intentId))
  await sweepRefunds(installation.app, yesterday())
  const dueAt = dispute.evidence_details.due_by! * 1000
  const remindersAt = async (instant: number) => {
    await remindOfEvidence({ ...installation.app, clock: () => new Date(instant) })
    return (await mails()).filter(({ kind, to }) => kind === 'dispute-due-charity' && to === email)
  }
  expect(await remindersAt(dueAt - 73 * 3_600_000)).toEqual([])
  const [reminder] = await remindersAt(dueAt - 71 * 3_600_000)
  expect(JSON.stringify(reminder)).toMatch(/£20\.00.*Books for Kasbo/)
  expect(await remindersAt(dueAt - 47 * 3_600_000)).toHaveLength(1)

  const { intentId: answered } = await desk.donation(campaign.id)
  const other = await installation.sandbox!.gateway.openDispute(await desk.chargeOf(answered))
  await installation.sandbox!.gateway.answerDispute(other.id)
  await sweepRefunds(installation.app, yesterday())
  expect(await remindersAt(other.evidence_details.due_by! * 1000 - 3_600_000)).toHaveLength(1)
})
