import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { isZakatPreselected } from '#modules/money/giving/rules/eligibility.ts'
import { chooseFrequency, type ChosenFrequency, readFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import type { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import type { plansOffered } from '#web/routes/plans/offered.ts'

/** Returns a hosted page's payment methods; a fundraiser accepts all (pages-9). */
export const methodsOf = ({
  paymentMethods: taken,
}: Pick<CampaignPage, 'paymentMethods'>): Pick<CheckoutData, 'methods'> =>
  taken
    ? {
        methods: {
          card: taken.includes('card'),
          applepay: taken.includes('applepay'),
          googlepay: taken.includes('googlepay'),
        },
      }
    : {}

/** Returns the preset frequency. A hosted page may not accept one-time donations (pages-9). */
export function chooseOffered(
  url: URL,
  { frequencies }: Pick<CampaignPage, 'frequencies'>,
  plans: Awaited<ReturnType<typeof plansOffered>>,
): { readonly takesOnce: boolean; readonly chosen: ChosenFrequency } {
  const offered = plans.map(({ frequency }) => frequency)
  const takesOnce = frequencies?.includes('onetime') ?? true
  const chosenFrequency = chooseFrequency(readFrequency(url.searchParams), offered)
  const isNotTaken = chosenFrequency.frequency === 'once' && !takesOnce
  return { takesOnce, chosen: isNotTaken ? { ...chosenFrequency, frequency: offered[0] ?? 'once' } : chosenFrequency }
}

/** Returns the values that the URL presets. A Qurbani order has neither zakat nor a donation type. */
export function presetOf(
  query: ReturnType<typeof parseCheckoutQuery>,
  checkoutData: CheckoutData,
  { level, isQurbani }: { readonly level: CheckoutData['levels'][number] | undefined; readonly isQurbani: boolean },
) {
  const donationType = isQurbani ? '' : (query.donationType ?? '')
  return {
    levelId: level?.id ?? '',
    quantity: level ? Math.min(query.quantity ?? 1, level.remaining ?? quantityLimits.max) || 1 : 1,
    isZakat:
      donationType === '' &&
      !isQurbani &&
      checkoutData.zakatVerified &&
      (query.isZakat === true || isZakatPreselected(query.src)),
    donationType,
  }
}
