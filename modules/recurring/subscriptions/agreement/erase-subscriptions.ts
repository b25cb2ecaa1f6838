import { required } from '#shared/collections.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { storedOf, withoutPersonal } from '#modules/money/giving/rules/donor-field-values.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { endSubscription } from './managing/cancel.ts'
import { isChargingAnyPlan } from './donor/donor-queries.ts'
import { moveToAccount } from './donor/move-to-account.ts'
import { guestPlansOfEmails } from './donor/guest-queries.ts'
import { saveAgreementDetails, lockSubscription, subscriptionsOf } from './subscription-queries.ts'
import type { Details } from '../tables.ts'

/**
 * Whether a donation of the account, or of a guest plan that is erased with it, is being charged now; its result must
 * still reach the donor.
 */
export const isBeingCharged = async (
  db: Db,
  { accountId, confirmedEmails }: { readonly accountId: string; readonly confirmedEmails: readonly string[] },
): Promise<boolean> => isChargingAnyPlan(db, accountId, await guestPlansOfEmails(db, confirmedEmails))

/**
 * Erases a donor's plans within the erasure of the account, including guest plans of their verified addresses: ends
 * charging and removes personal data, but keeps past donations. Jobs cancel open 3-D Secure challenges and remove the
 * plans' own cards (recurring-25, recurring-31).
 */
export async function eraseSubscriptions(
  ports: Pick<Ports, 'enqueue'>,
  tx: Tx,
  {
    accountId,
    confirmedEmails = [],
    at,
  }: { readonly accountId: string; readonly confirmedEmails?: readonly string[]; readonly at: Date },
): Promise<void> {
  for (const id of await guestPlansOfEmails(tx, confirmedEmails)) await moveToAccount(tx, { id, accountId, at })
  for (const { id } of await subscriptionsOf(tx, accountId)) {
    const subscription = required(await lockSubscription(tx, id), 'subscription')
    const anonymized = { ...subscription, details: withoutPersonalData(subscription.details) }
    if (isActive(subscription.state)) await endSubscription(ports, tx, anonymized, at)
    await saveAgreementDetails(tx, id, anonymized.details)
  }
}

/** Removes personal data; keeps the agreed text and its date as evidence for past charges. */
export const withoutPersonalData = ({
  locale,
  agreedVersion,
  agreedWords,
  agreedAt,
  ...details
}: Details): Details => ({
  ...withoutPersonal(storedOf(details)),
  locale,
  agreedVersion,
  ...(agreedWords === undefined ? {} : { agreedWords }),
  agreedAt,
  country: null,
  ip: '',
  isAnonymous: true,
  fromPage: null,
  phone: null,
  remindBefore: false,
})
