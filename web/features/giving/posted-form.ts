import { wholeNumberText } from '#shared/digits.ts'
import type { AddressDraft } from '#modules/addresses/rules/address.ts'
import type { Form, TipChoice } from './checkout-state.ts'

const addressFields = ['firstName', 'lastName', 'name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const

/** What a browser without scripts sent, as the form holds it; what it did not show stays as it was. */
export function formOfPost(posted: FormData, before: Form): Form {
  const text = (name: string, max = 2000): string => {
    const value = posted.get(name)
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const has = (name: string): boolean => posted.has(name)
  const address = (group: string): AddressDraft => Object.fromEntries(addressFields.map((field) => [field, text(`${group}-${field}`, 200)]))
  const typed = wholeNumberText(text('amount', 20))
  const quick = text('quick', 20)
  const tip = text('tipChoice', 8)
  return {
    ...before,
    // A chosen chip counts when the field beside it was left as it was.
    amount: typed !== '0' && typed !== before.amount ? typed : /^\d+$/.test(quick) ? quick : typed,
    levelId: has('level') ? text('level', 20) : before.levelId,
    quantity: has('quantity') ? Math.max(1, Math.min(99, Number(wholeNumberText(text('quantity', 5))))) : before.quantity,
    tipChoice: (['0', '5', '10', '16', 'other'].includes(tip) ? tip : '') as TipChoice,
    tipTyped: has('tipTyped') ? wholeNumberText(text('tipTyped', 20)) : before.tipTyped,
    isZakat: has('isZakat'),
    maximizeZakat: has('isZakat') && has('maximizeZakat'),
    giftAid: has('giftAid'),
    taxReceipt: has('taxReceipt'),
    email: text('email', 254),
    name: text('name', 120),
    anonymous: has('anonymous'),
    customName: text('customName', 80),
    location: text('location', 80),
    taxAddress: address('taxAddress'),
    shippingAddress: address('shippingAddress'),
    note: text('note'),
    levelEmail: text('levelEmail', 254),
    emergencyName: text('emergencyName', 120),
    emergencyPhone: text('emergencyPhone', 32),
    medical: text('medical'),
    words: text('words'),
    updates: has('updates'),
    newsletter: has('newsletter'),
    shareAddress: has('shareAddress'),
    cardId: has('cardId') ? text('cardId', 64) : before.cardId,
    saveCard: has('saveCard'),
  }
}
