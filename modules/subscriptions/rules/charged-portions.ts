import type { Currency } from '#shared/money.ts'
import { chargeStep } from '#modules/giving/rules/charge-step.ts'
import { stepUp } from '#modules/giving/rules/quote.ts'
import type { Portion, Portions } from './portions.ts'

/**
 * As they will be charged where no covered fee is there to take what is missing to the provider's step: the tip takes it, else the gift, as a quote
 * has it. So what was agreed to and is shown is what is booked.
 */
export function asCharged(portions: Portions, currency: Currency): Portions {
  const stepped = (portion: Portion): Portion => {
    const [gift, tip] = [BigInt(portion.gift), BigInt(portion.tip)]
    const missing = gift === 0n ? 0n : stepUp(gift + tip, chargeStep(currency))
    return tip > 0n ? { ...portion, tip: String(tip + missing) } : { ...portion, gift: String(gift + missing) }
  }
  return 'each' in portions
    ? { each: stepped(portions.each) }
    : { byNumber: Object.fromEntries(Object.entries(portions.byNumber).map(([number, portion]) => [number, stepped(portion)])) }
}
