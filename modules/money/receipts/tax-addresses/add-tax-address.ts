import { one } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { checkTaxAddress, type PostalAddress, stripAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire, wireNames } from '#modules/platform/addresses/rules/wire.ts'
import { record } from '#modules/platform/audit/index.ts'
import { checkPersonName } from '#modules/platform/identity/rules/name.ts'
import { addTaxAddress, createDeclaration, queueRefundEvent } from '#modules/money/giving/index.ts'
import { isSamePerson } from '#modules/platform/identity/rules/same-person.ts'
import { giftAidTextFor } from '#modules/money/giving/rules/gift-aid.ts'
import { lockPaidIntent } from '#modules/money/payments/index.ts'
import type { TaxAddressInput, TaxAddressView } from '../contract-tax-addresses.ts'
import type { AddressAccess } from './links.ts'
import type { TaxAddressPorts } from './ports.ts'
import { deleteRequests, type TaxDonation, taxDonations } from './queries.ts'
import { reliefsOf } from '../rules/tax-address.ts'
import { taxAddressView, usesAddress } from './tax-address-view.ts'
import { taxDataOf, todayIn } from './tax-data.ts'

/** The event of an address that was added after a donation (outbox). */
export type TaxAddressAdded = { readonly intentId: string }

/**
 * Adds or changes the home address of a payment's donations and declares Gift Aid if that was chosen. Donations,
 * declarations, audit log and outbox event are written together (receipts-15). Repeating it with the same address
 * changes nothing. Throws `tax-address-given` if a link was used for an existing address, `gift-aid-text-changed` if
 * another text was shown, and the faults of the form.
 */
export async function addAddressToPayment(
  ports: TaxAddressPorts,
  opening: AddressAccess,
  who: { readonly context: Pick<RequestContext, 'ip'>; readonly accountId?: string },
  given: TaxAddressInput,
): Promise<TaxAddressView> {
  const address = checkedAddress(given)
  const { intentId, by } = opening
  await ports.write(async (tx) => {
    // Refunds of the payment take the same lock, so none starts meanwhile.
    await lockPaidIntent(tx, intentId)
    const donations = await taxDonations(tx, [intentId])
    if (donations.length === 0) throw new Problem('not-found', 'not-found')
    if (by === 'link' && donations.some(usesAddress)) throw new Problem('conflict', 'tax-address-given')
    const instant = ports.clock()
    const { ids, aided, receipted } = changedBy(donations, { given, address, at: instant, by })
    const text = giftAidTextFor(todayIn(one(donations).givenAt), todayIn(instant))
    if (aided.length > 0 && given.giftAidTextVersion !== text.version)
      throw new Problem('conflict', 'gift-aid-text-changed')
    const changed = await addTaxAddress(tx, {
      ids,
      address,
      aided,
      receipted,
      isShared: given.shareAddress,
      declared: createDeclaration(who.context.ip, instant, text),
    })
    if (changed === 0) return
    await deleteRequests(tx, [intentId])
    await record(
      tx,
      ...ids.map((id) => ({
        actor: who.accountId ? { kind: 'account' as const, id: who.accountId } : { kind: 'visitor' as const },
        act: 'giving.tax-address-added',
        object: `donation:${id}`,
        at: instant,
        ip: who.context.ip,
        details: { by, giftAid: aided.includes(id) },
      })),
    )
    const event: TaxAddressAdded = { intentId }
    await queueRefundEvent(tx, 'donation.tax-address-added', event, instant)
  })
  return taxAddressView(ports, opening)
}

/** Returns the donations that the address changes and how; throws the form's faults if it changes none. */
function changedBy(
  donations: readonly TaxDonation[],
  {
    given,
    address,
    at,
    by,
  }: {
    readonly given: TaxAddressInput
    readonly address: PostalAddress
    readonly at: Date
    readonly by: AddressAccess['by']
  },
): { readonly ids: string[]; readonly aided: string[]; readonly receipted: string[] } {
  const now = { today: todayIn(at), canAskAgain: by === 'account', country: address.country }
  const judged = donations.map((donation) => ({ donation, reliefs: reliefsOf(taxDataOf(donation), now) }))
  const idsWith = (relief: 'gift-aid' | 'tax-receipt') =>
    judged.flatMap(({ donation, reliefs }) => (reliefs.includes(relief) ? [donation.id] : []))
  const [giftAidIds, receipted] = [idsWith('gift-aid'), idsWith('tax-receipt')]
  const aided = given.giftAid ? giftAidIds : []
  if (
    given.giftAid &&
    donations.some((donation) => giftAidIds.includes(donation.id) && !isSamePerson(donation.name, address))
  )
    throw refusal({ [`address.${wireNames.lastName}`]: { code: 'gift-aid-other-person' } })
  const ids = [...new Set([...donations.filter(usesAddress).map(({ id }) => id), ...aided, ...receipted])]
  if (given.giftAid && aided.length === 0 && !donations.some(({ giftAid }) => giftAid))
    throw refusal({ giftAid: { code: 'gift-aid-not-offered' } })
  if (ids.length > 0) return { ids, aided, receipted }
  throw refusal(
    giftAidIds.length > 0
      ? { giftAid: { code: 'gift-aid-not-ticked' } }
      : { [`address.${wireNames.country}`]: { code: 'tax-receipt-not-offered' } },
  )
}

const refusal = (fields: Readonly<Record<string, Fault>>) => new Problem('validation', 'invalid-input', { fields })

/** Checks that the tax address is complete, because tax offices require all of it. */
function checkedAddress({ address: sent }: TaxAddressInput): PostalAddress {
  const { phone: _, name: __, ...draft } = stripAddress(fromWire(sent))
  const names = {
    firstName: checkPersonName(draft.firstName ?? '', 'first'),
    lastName: checkPersonName(draft.lastName ?? '', 'last'),
  }
  const faults = Object.entries({ ...names, ...checkTaxAddress(draft) }).flatMap(([field, fault]) =>
    fault ? [[`address.${wireNames[field as keyof typeof wireNames]}`, fault] as const] : [],
  )
  if (faults.length > 0) throw refusal(Object.fromEntries(faults))
  return draft as PostalAddress
}
