import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { chooseFrequency, type ChosenFrequency, frequencyAsked } from '#modules/money/giving/rules/plan-frequency.ts'
import type { CheckoutFacts } from '../../../features/money/giving/state/checkout-state.ts'
import type { plansOffered } from '../../plans/offered.ts'

/** What a hosted page takes; a fundraiser takes every method (pages-9). */
export const methodsOf = ({
  paymentMethods: taken,
}: Pick<CampaignPage, 'paymentMethods'>): Pick<CheckoutFacts, 'methods'> =>
  taken
    ? {
        methods: {
          card: taken.includes('card'),
          applepay: taken.includes('applepay'),
          googlepay: taken.includes('googlepay'),
        },
      }
    : {}

/** The frequency the form begins with. A hosted page may take no one-time donations (pages-9). */
export function chooseOffered(
  url: URL,
  { frequencies }: Pick<CampaignPage, 'frequencies'>,
  plans: Awaited<ReturnType<typeof plansOffered>>,
): { readonly takesOnce: boolean; readonly chosen: ChosenFrequency } {
  const offered = plans.map(({ frequency }) => frequency)
  const takesOnce = frequencies?.includes('onetime') ?? true
  const asked = chooseFrequency(frequencyAsked(url.searchParams), offered)
  const isNotTaken = asked.frequency === 'once' && !takesOnce
  return { takesOnce, chosen: isNotTaken ? { ...asked, frequency: offered[0] ?? 'once' } : asked }
}
