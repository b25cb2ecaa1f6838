import { type Impact, impactTextMax } from '#modules/causes/campaigns/rules/impact.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import type { Currency } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { checkLevelAmount, isWholeMajorAmount } from './page-levels.ts'

/** An impact as sent; without amount and text it is no impact. */
export type ImpactInput = {
  /** Minor units of the page's currency. */
  readonly amount?: number | null | undefined
  readonly text?: string | null | undefined
}

/**
 * Validates what amounts do and returns it as stored (content-41). Faults are at `impacts.{place}.{field}`, where the
 * places are those of `inputs`.
 */
export function readImpacts(
  inputs: readonly ImpactInput[],
  currency: Currency,
): { readonly impacts: readonly Impact[]; readonly faults: Readonly<Record<string, Fault>> } {
  const faults: Record<string, Fault> = {}
  const impacts: Impact[] = []
  for (const [place, input] of inputs.entries()) {
    const params = { number: place + 1 }
    const text = normalizeName(input.text ?? '')
    const amount = input.amount ?? null
    if (amount === null && text === '') continue
    if (text === '') faults[`impacts.${place}.text`] = { code: 'impact-text-missing', params }
    else if ([...text].length > impactTextMax)
      faults[`impacts.${place}.text`] = { code: 'text-too-long', params: { max: impactTextMax } }
    const fault = amountFault(amount, currency, impacts)
    if (fault) faults[`impacts.${place}.amount`] = { params, ...fault }
    impacts.push({ amount: amount ?? 0, text })
  }
  return { impacts, faults }
}

function amountFault(amount: number | null, currency: Currency, earlier: readonly Impact[]): Fault | undefined {
  if (amount === null || !isWholeMajorAmount(amount, currency)) return { code: 'impact-amount-invalid' }
  if (earlier.some((impact) => impact.amount === amount)) return { code: 'impact-amount-repeated' }
  return checkLevelAmount(amount, currency)
}
