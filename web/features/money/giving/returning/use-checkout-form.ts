import { startTransition, useEffect, useReducer } from 'react'
import { storePreferences } from '#web/lib/storage.ts'
import { useUnfinishedForm } from '#web/lib/unfinished-form.ts'
import { recallChoices } from '../checkout-preferences.ts'
import { type KnownGuest, useKnownGuest } from './known-guest.tsx'
import { type CheckoutChange, reduceForm } from '../state/checkout-reducer.ts'
import type { Form } from '../state/checkout-state.ts'
import { storedFieldsOf } from '../state/unfinished-checkout.ts'

type Page = Parameters<typeof recallChoices>[1] & {
  readonly initial: Form
  readonly campaign: { readonly slug: string }
  /** What the link presets, to tell links apart. */
  readonly presets: string
  /** The result of a form submitted without JavaScript. */
  readonly posted: object | null
}

export type CheckoutFormState = {
  readonly form: Form
  /** Applies a change that the donor makes; it is kept in this tab until the payment. */
  readonly set: (change: CheckoutChange) => void
  readonly guest: KnownGuest
  /** Deletes what this tab keeps; call it after the payment. */
  readonly finish: () => void
}

/**
 * Holds the fields of the checkout. What the donor touches on this page takes precedence over the link, the account and
 * what this browser remembers.
 */
export function useCheckoutForm(checkout: Page): CheckoutFormState {
  const { checkoutData, initial, campaign, posted } = checkout
  const [form, dispatch] = useReducer(reduceForm, initial)

  // A transition, because parts that aren't hydrated yet would otherwise be replaced by their placeholders.
  useEffect(() => {
    startTransition(() => recallChoices(form, checkout).forEach(dispatch))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration: the browser stores the choices
  }, [])

  // Its effect runs after the one above, so that it wins.
  const unfinished = useUnfinishedForm({
    name: `checkout/${campaign.slug}`,
    link: checkout.presets,
    form,
    restore: async (values, { isSameLink, isTouched }) => {
      // A form posted without JavaScript contains everything that was typed.
      if (posted) return []
      const { restoreCheckout } = await import('../state/restore-checkout.ts')
      const changes = restoreCheckout(values, { initial, checkoutData, isSameLink }).filter(
        ({ field }) => !isTouched(field),
      )
      startTransition(() => changes.forEach(dispatch))
      return changes.flatMap(storedFieldsOf)
    },
  })

  function set(change: CheckoutChange) {
    dispatch(change)
    unfinished.touch(...storedFieldsOf(change))
    if (change.field === 'tipChoice') storePreferences({ tipChoice: change.value })
  }
  const guest = useKnownGuest(checkoutData.isSignedIn, (value) =>
    startTransition(() => dispatch({ field: 'contact', value })),
  )
  return { form, set, guest, finish: unfinished.finish }
}
