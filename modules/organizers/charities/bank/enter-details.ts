import { type AccountViewer, encryptJson } from '#modules/platform/identity/index.ts'
import {
  listMembers,
  requireControl,
  lockOwnership,
  assertNoPendingChange,
  countEnteredSince,
  insertBankDetails,
  type StoredBankDetails,
  listBankDetails,
  type StaffOrganization,
} from '#modules/causes/organizations/index.ts'
import {
  type AccountType,
  type BankDetails,
  checkBankDetails,
  lastFourOf,
  normalizeBankDetails,
} from '#modules/causes/organizations/rules/bank-details.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { matchScore, screeningScore } from '#modules/causes/organizations/rules/screening.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { isCurrency } from '#shared/money.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'
import { screenWithLists } from '../screening/screen.ts'

/** Maximum of changed bank details a day (payments-25). */
const changesADay = 3

/** Returns the bank details of a charity for members who may read them. Throws 409 if this site doesn't pay out. */
export async function readBankDetails(
  ports: CharityPorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<{ readonly charity: StaffOrganization; readonly entries: readonly StoredBankDetails[] }> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'bank', 'reading')
  assertPayoutsEnabled(ports)
  return { charity, entries: await listBankDetails(ports.db, charity.id) }
}

function assertPayoutsEnabled(ports: Pick<CharityPorts, 'payouts'>): void {
  if (ports.payouts === 'none') throw new Problem('conflict', 'payouts-unavailable')
}

/**
 * Enters the bank details for a charity's payouts in one currency (payments-25). Requires a recent proof of identity.
 * Another owner, admin or finance member decides, or staff. The earlier details are used until then; another entry
 * cancels this one. Mails all owners.
 */
export async function enterBankDetails(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  bankDetails: BankDetails & { readonly organizationId: bigint; readonly currency: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, bankDetails.organizationId, 'bank')
  assertPayoutsEnabled(ports)
  const instant = ports.clock()
  if (!canReceiveDonations(charity, instant)) throw new Problem('conflict', 'verify-first')
  await requireControl(ports, viewer)
  const details = normalizeBankDetails(bankDetails)
  const currency = isCurrency(bankDetails.currency) ? bankDetails.currency : undefined
  const fields: Record<string, Fault> = {
    ...checkBankDetails(details),
    ...(currency ? {} : { currency: { code: 'currency-unknown' } }),
  }
  if (!currency || Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const id = ports.newId()
  const lastFour = lastFourOf(details)
  await ports.write(async (tx) => {
    // Under the charity's lock, because a change of its owners may have been requested since.
    await lockOwnership(tx, charity.id)
    await assertNoPendingChange(tx, charity.id)
    if ((await countEnteredSince(tx, charity.id, new Date(instant.getTime() - dayMs))) >= changesADay)
      throw new Problem('rate-limit', 'too-many-bank-changes', {
        params: { max: changesADay },
        retryAfterSeconds: 86_400,
      })
    await insertBankDetails(tx, {
      id,
      organizationId: charity.id,
      currency,
      country: details.country,
      accountName: details.accountName,
      accountType: details.accountType as AccountType,
      lastFour,
      numbers: encryptNumbers(ports, charity.id, details),
      needsStaff: await needsStaff(tx, { charity, details, enteredById: viewer.accountId }),
      enteredAt: instant,
      enteredById: viewer.accountId,
    })
    const entry = { bankDetails: id, currency, lastFour }
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'bank-entered',
      at: instant,
      details: entry,
    })
    await mailOwners(ports, tx, charity, {
      kind: 'bank-entered',
      key: `bank.${id}.entered`,
      params: () => ({ currency, lastFour }),
      path: '/bank',
    })
  })
  await screenWithLists(ports, charity.id, [{ subject: 'bank-holder', name: details.accountName, birthYear: null }])
}

/** Encrypts the numbers so that they can be decrypted only for their own charity. */
const encryptNumbers = (
  ports: CharityPorts,
  organizationId: bigint,
  { bankCode, id, iban }: Pick<BankDetails, 'bankCode' | 'id' | 'iban'>,
): Buffer =>
  encryptJson(
    ports.fieldKey,
    Buffer.from(ports.newToken(12), 'base64url'),
    { bankCode, id, iban },
    `bank-details:${organizationId}`,
  )

/** Whether staff must decide: no other member may, or the holder's name or the country differs from the charity's. */
async function needsStaff(
  tx: Tx,
  input: { readonly charity: StaffOrganization; readonly details: BankDetails; readonly enteredById: string },
): Promise<boolean> {
  const { charity, details } = input
  const members = await listMembers(tx, charity.id)
  const hasOther = members.some(({ accountId, role }) => accountId !== input.enteredById && canDo(role, 'bank'))
  const names = [charity.legalName || charity.name]
  const score = screeningScore({ name: details.accountName, birthYear: null }, { names, birthYear: null })
  return !hasOther || score < matchScore || details.country !== charity.country
}
