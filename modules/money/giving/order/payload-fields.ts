import { type AddressDraft, stripAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire, wireNames } from '#modules/platform/addresses/rules/wire.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import { hasCardNumber } from '#shared/input/card-number.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { DonationPayload } from '../contract.ts'
import type { paymentFields } from '../contract-payment.ts'
import type { DonationOrder } from './order.ts'
import { browserData } from '../rules/browser.ts'
import { donorFields } from '../rules/donor-fields.ts'
import { nameMax } from '../rules/donor.ts'
import { checkName } from '../rules/free-text.ts'

type PaymentFields = Pick<DonationPayload, keyof typeof paymentFields>

type CheckedFields = Partial<
  Pick<DonationPayload, 'name' | 'CustomName' | 'billingAddress' | 'shippingAddress' | 'taxAddress'>
>

/** Returns the payment method as the order stores it, without absent fields. */
export const paymentOf = (
  payload: PaymentFields,
  accountId: string | null,
): Pick<
  DonationOrder,
  'browser' | 'providerSpecific' | 'tokens' | 'cardId' | 'paymentMethod' | 'saveCard' | 'mandateVersion'
> => ({
  browser: payload.browserInfo ? browserData(payload.browserInfo) : null,
  ...(payload.providerSpecific ? { providerSpecific: payload.providerSpecific } : {}),
  ...(payload.tokens.length > 0 ? { tokens: payload.tokens } : {}),
  ...(payload.cardID === undefined ? {} : { cardId: payload.cardID }),
  paymentMethod: payload.paymentMethod,
  saveCard: payload.saveCard,
  ...(payload.saveCard && accountId ? { mandateVersion } : {}),
})

/** Returns the names in the payload that are neither the donor's name nor the public name. */
export function otherNames(
  payload: Pick<CheckedFields, 'name' | 'CustomName'>,
  used: readonly (string | null)[],
): Pick<DonationOrder, 'otherNames'> {
  const remainder = {
    ...(payload.name && !used.includes(payload.name) ? { name: payload.name } : {}),
    ...(payload.CustomName && !used.includes(payload.CustomName) ? { customName: payload.CustomName } : {}),
  }
  return Object.keys(remainder).length > 0 ? { otherNames: remainder } : {}
}

/** Checks stored fields that no rule of the form covers. Faults use the wire names. */
export function checkPayloadFields(payload: CheckedFields): Record<string, Fault> {
  const found: [string, Fault | undefined][] = [
    ['name', checkName(payload.name, nameMax)],
    ['CustomName', checkName(payload.CustomName, donorFields.customName.max)],
    ...checkAddress('billingAddress', fromWire(payload.billingAddress)),
    ...checkAddress('shippingAddress', fromWire(payload.shippingAddress)),
    ...checkAddress('taxAddress', fromWire(payload.taxAddress)),
  ]
  return Object.fromEntries(found.filter((item): item is [string, Fault] => item[1] !== undefined))
}

/** An incomplete address that isn't needed never prevents a donation, but each of its parts must be valid. */
function checkAddress(id: string, draft: AddressDraft | undefined): [string, Fault | undefined][] {
  const address = stripAddress(draft ?? {})
  const isNowhere = address.country !== undefined && !/^[A-Z]{2}$/.test(address.country)
  return [
    [`${id}.${wireNames.country}`, isNowhere ? { code: 'country-missing' } : undefined],
    ...(['firstName', 'lastName', 'name'] as const).map((field): [string, Fault | undefined] => [
      `${id}.${wireNames[field]}`,
      checkName(address[field], nameMax),
    ]),
  ]
}

/** Refuses a card number in the place of a token, a digest or an id, before anything is stored (payments-19). */
export function rejectCardNumbers({
  tokens,
  cardID,
  providerSpecific,
}: Pick<PaymentFields, 'tokens' | 'cardID' | 'providerSpecific'>): void {
  const texts: [string, string | undefined][] = [
    ['cardID', cardID],
    ...tokens.flatMap(({ token, digest }, index): [string, string | undefined][] => [
      [`tokens.${index}.token`, token],
      [`tokens.${index}.digest`, digest],
    ]),
    ...Object.entries(providerSpecific ?? {}).map(([name, value]): [string, string] => [
      `providerSpecific.${name}`,
      value,
    ]),
  ]
  // Only texts of digits are checked, because an id or digest with letters can contain a valid card number by chance
  // (payments-19).
  const wrong = texts.filter(([, text]) => text !== undefined && !/\p{L}/u.test(text) && hasCardNumber(text))
  if (wrong.length > 0)
    throw new Problem('validation', 'card-number-in-text', {
      fields: Object.fromEntries(wrong.map(([field]) => [field, { code: 'card-number-in-text' }])),
    })
}
