import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { encryptJson } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { dayMs } from '#shared/time.ts'
import type { Currency } from '#shared/currencies.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { payoutsStaffContract } from './contract-staff.ts'
import type { payoutsContract } from './contract.ts'

export type PayoutAnswer = OutputOf<typeof payoutsContract, 'POST /v4/organizations/:organizationId/payouts'>
type Batch = OutputOf<typeof payoutsStaffContract, 'POST /v4/staff/payout-batches'>
type Clock = { readonly now: () => Date; readonly move: (by: { days: number }) => void }

/** Adds bank details of a charity that are in force, and returns their id. */
export async function bankDetailsInForce(
  { app, database }: TestApp,
  organizationId: bigint,
  over: {
    readonly currency?: Currency
    readonly country?: string
    readonly name?: string
    readonly iban?: string
    readonly activeFrom?: Date
  } = {},
): Promise<string> {
  const id = app.newId()
  const instant = app.clock()
  const approver = await aSession(app)
  const iban = over.iban ?? ''
  const numbers = iban === '' ? { bankCode: '601613', id: '31926819', iban } : { bankCode: '', id: '', iban }
  const nonce = Buffer.from(app.newToken(12), 'base64url')
  await database.database.write(async (tx) => {
    await tx
      .insertInto('organizations.bank_details')
      .values({
        id,
        organization_id: organizationId,
        currency: over.currency ?? 'GBP',
        country: over.country ?? 'GB',
        account_name: over.name ?? 'Umeed Trust',
        account_type: 'checking',
        last_four: (iban || numbers.id).slice(-4),
        numbers: encryptJson(app.fieldKey, nonce, numbers, `bank-details:${organizationId}`),
        needs_staff: false,
        state: 'approved',
        entered_at: instant,
        entered_by_account_id: null,
        decided_at: instant,
        decided_by_account_id: approver.viewer.accountId,
        active_from: over.activeFrom ?? new Date(instant.getTime() - dayMs),
      })
      .execute()
  })
  return id
}

/** Creates helpers for tests of payouts in pounds, on an application with this clock and a sandbox provider. */
export function payoutHelpers(installation: TestApp, clock: Clock) {
  const helpers = refundHelpers(installation)

  const joinAs = (organizationId: bigint, accountId: string, role: MemberRole) =>
    installation.app.write((tx) => insertMembers(tx, [{ organizationId, accountId, role, at: clock.now() }]))

  /** Returns the token of a new member of a charity. */
  async function memberOf(organizationId: bigint, role: MemberRole = 'finance'): Promise<string> {
    const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
    await joinAs(organizationId, viewer.accountId, role)
    return token
  }

  /** Creates a charity with bank details in force and a donation, by default 100.00, that is free now. */
  async function aPaidCharity({ amount = '100' } = {}) {
    const campaign = await aCampaign(installation.app)
    const organizationId = campaign.organization_id
    const bankDetailsId = await bankDetailsInForce(installation, organizationId)
    const given = await helpers.donation(campaign.id, { amount })
    clock.move({ days: 8 })
    const path = `/v4/organizations/${organizationId}/payouts`
    return { organizationId, campaignId: campaign.id, bankDetailsId, path, ...given }
  }
  type Charity = Pick<Awaited<ReturnType<typeof aPaidCharity>>, 'organizationId' | 'path'>

  const request = (path: string, token: string) => helpers.ask<PayoutAnswer>(token, 'POST', path, { currency: 'GBP' })
  const approve = (id: string, token: string) =>
    helpers.ask<PayoutAnswer>(token, 'POST', `/v4/staff/payouts/${id}/approval`)

  /** Approves a draft as two persons. */
  async function approveByTwo(id: string): Promise<PayoutAnswer> {
    await approve(id, await helpers.staff())
    const { body } = await approve(id, await helpers.staff())
    if (body.state !== 'approved') throw new Error(`the payout was not approved: ${JSON.stringify(body)}`)
    return body
  }

  const anApprovedPayout = async ({ organizationId, path }: Charity): Promise<PayoutAnswer> =>
    approveByTwo((await request(path, await memberOf(organizationId))).body.id)

  const send = (token: string) =>
    helpers.ask<Batch>(token, 'POST', '/v4/staff/payout-batches', { currency: 'GBP', format: 'csv' })

  /** Lists the ledger transactions of a payout by their event. */
  const postingsOf = async (payoutId: string): Promise<string[]> =>
    (
      await installation.app.db
        .selectFrom('ledger.tx')
        .select('event_type')
        .where('source_type', '=', 'payout')
        .where('source_id', '=', payoutId)
        .orderBy('event_type')
        .execute()
    ).map(({ event_type }) => event_type)

  /** Lists the emails about payouts of a kind. */
  const mailsOf = async (kind: string): Promise<string[]> =>
    (
      await installation.app.db
        .selectFrom('notifications.mail')
        .select('to_address')
        .where('kind', '=', `payout-${kind}`)
        .execute()
    ).map(({ to_address }) => to_address)

  /** Returns the checks of `ledger verify` that find rows. */
  const breaches = async () =>
    (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all))
      // The clock of the test isn't the database's, so Q8 reports emails and look-ups as overdue.
      .filter(({ title, count }) => count > 0 && !title.startsWith('Q8'))
      .map(({ title, rows }) => [title, rows])

  return {
    ...helpers,
    joinAs,
    memberOf,
    aPaidCharity,
    request,
    approve,
    approveByTwo,
    anApprovedPayout,
    send,
    postingsOf,
    mailsOf,
    breaches,
  }
}
