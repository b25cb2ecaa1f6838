import { encryptJson } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { dayMs } from '#shared/time.ts'
import type { Currency } from '#shared/currencies.ts'
import type { TestApp } from '#tests/support/app.ts'

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
