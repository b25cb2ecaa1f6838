import { required } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { storedOf, withoutPersonal } from '#modules/money/giving/rules/donor-field-values.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { endNow } from './managing/cancel.ts'
import { isCollectingOf } from './donor/donor-queries.ts'
import { forgetDetails, lockSubscription, subscriptionsOf } from './subscription-queries.ts'
import type { Details } from './tables.ts'

/** Whether a gift of somebody's is being collected just now: its outcome must find whom to write to. */
export const isCollecting = (db: Db, accountId: string): Promise<boolean> => isCollectingOf(db, accountId)

/**
 * For the erasure of an account, in its transaction: nothing is collected any more, and what tells of a person goes;
 * what was given stays.
 */
export async function eraseSubscriptions(
  tx: Tx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<void> {
  for (const { id } of await subscriptionsOf(tx, accountId)) {
    const held = required(await lockSubscription(tx, id), 'subscription')
    const nameless = { ...held, details: withoutPerson(held.details) }
    if (isActive(held.state)) await endNow(tx, nameless, at)
    await forgetDetails(tx, id, nameless.details)
  }
}

/** Which words were agreed to and when stays: the proof for charges that were made. */
const withoutPerson = ({ locale, agreedVersion, agreedWords, agreedAt, ...details }: Details): Details => ({
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
  tellBefore: false,
})
